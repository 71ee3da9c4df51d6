// Types of the file lock, for the tests.
export declare function withFileLock(lock: string, work: () => Promise<unknown>, waitMs?: number): Promise<void>
