/* Questions and answers between the supervising process and its web processes. */

type Question = { question: string; id: number }
type Answer = { answerTo: number; value: unknown }
export type Peer = {
  send?: ((message: Question | Answer) => unknown) | undefined
  on(event: 'message', listen: (message: unknown) => void): unknown
  off(event: 'message', listen: (message: unknown) => void): unknown
}

const defaultTimeoutMs = 5_000
let count = 0

/** Undefined when the other process does not answer, for example because it is just starting or ending. */
export const ask = <T>(peer: Peer, question: string, timeoutMs = defaultTimeoutMs): Promise<T | undefined> =>
  new Promise((resolve) => {
    const id = ++count
    const finish = (value?: T) => {
      clearTimeout(timer)
      peer.off('message', listen)
      resolve(value)
    }
    const listen = (message: unknown) => {
      const { answerTo, value } = message as Partial<Answer>
      if (answerTo === id) finish(value as T)
    }
    const timer = setTimeout(finish, timeoutMs)
    peer.on('message', listen)
    try {
      peer.send?.({ question, id })
    } catch {
      finish()
    }
  })

/** Answers a question of the other process whenever it is asked. */
export function answer(peer: Peer, question: string, respond: () => Promise<unknown>) {
  peer.on('message', (message) => {
    const { question: asked, id } = message as Partial<Question>
    if (asked !== question || id === undefined) return
    void respond().then(
      (value) => peer.send?.({ answerTo: id, value }),
      () => {},
    )
  })
}
