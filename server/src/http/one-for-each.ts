/** One function for each schema, cached by its text: the servers of a process, and routes of one schema, share it. */
export function oneForEach<Made>(make: (schema: object) => Made): (route: { schema: object }) => Made {
  const made = new Map<string, Made>();
  return ({ schema }) => {
    const text = JSON.stringify(schema);
    let one = made.get(text);
    if (one === undefined) {
      one = make(schema);
      made.set(text, one);
    }
    return one;
  };
}
