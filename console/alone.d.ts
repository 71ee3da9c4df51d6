// For the tests, which are typed.
export declare function alone(lock: string, work: () => Promise<unknown>): Promise<void>
