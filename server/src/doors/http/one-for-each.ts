// SPDX-License-Identifier: Apache-2.0
/**
 * One function for each schema, cached by its text: the servers of a process, and routes of one schema, share it. A
 * schema that comes again is known by itself, without writing its text anew.
 */
export function oneForEach<Made>(make: (schema: object) => Made): (route: { schema: object }) => Made {
  const bySchema = new WeakMap<object, Made>();
  const byText = new Map<string, Made>();
  return ({ schema }) => {
    const known = bySchema.get(schema);
    if (known !== undefined) return known;
    const text = JSON.stringify(schema);
    const made = byText.get(text) ?? make(schema);
    byText.set(text, made);
    bySchema.set(schema, made);
    return made;
  };
}
