/*
 * Work that keeps a processor busy for long is done in pieces. With nobody else there as many go on as there are jobs;
 * while requests are answered one at a time, so that whoever waits for an answer finds a processor free.
 */

export type Courtesy = <T>(piece: () => Promise<T>) => Promise<T>

export function courteous(somebodyIsServed: () => Promise<boolean>): Courtesy {
  let line: Promise<unknown> = Promise.resolve()
  return async (piece) => {
    if (!(await somebodyIsServed())) return piece()
    const own = line.then(piece)
    line = own.catch(() => {})
    return own
  }
}
