type Results<T extends readonly unknown[]> = { -readonly [N in keyof T]: Awaited<T[N]> }

/**
 * The results of statements of one transaction, which the list starts one after the other. Their first statements leave
 * in this order and in one round trip, because a connection sends what it is given without waiting for answers, and
 * PostgreSQL runs them in this order. The first error is thrown, after all have settled: none of them goes on while the
 * caller rolls back. On a pool they would run on several connections, in any order.
 */
export async function pipelined<const T extends readonly unknown[]>(
  transaction: object,
  started: T,
): Promise<Results<T>> {
  const settled = Promise.allSettled(started)
  try {
    if ('transaction' in transaction) throw new Error('statements are sent in order within a transaction only')
    return (await Promise.all(started)) as Results<T>
  } finally {
    await settled
  }
}
