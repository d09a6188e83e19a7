export declare function installBeside(folder: string): void;
