/** Lets pending requests and timers run before a long computation goes on. */
export const yieldToEventLoop = () => new Promise<void>((resolve) => setImmediate(resolve))
