// For the tests, which are typed.
export declare function withFileLock(lock: string, work: () => Promise<unknown>, waitMs?: number): Promise<void>
