import { type Behaviour, StubFailure } from '../llm-stub.ts'

/* A model that now and then breaks its answer, each time in another way. */

const inventHandles = (text: string) => text.replaceAll(/"p\d+"/g, '"p99999"').replaceAll(/"t\d+"/g, '"t777"')
const inFrench = (text: string) =>
  text
    .replaceAll(/"name":"[^"]*"/g, '"name":"Les livraisons arrivent toujours beaucoup trop tard"')
    .replaceAll(/"definition":"[^"]*"/g, '"definition":"Tout ce que les clients disent des livraisons et des retards."')
const withoutHalf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.slice(0, Math.ceil(value.length / 2))
  const entries = Object.entries(value as object).map(([key, list]) => [key, withoutHalf(list)])
  return Object.fromEntries(entries)
}

export const breakages: Record<string, (text: string) => unknown> = {
  'stops in the middle': (text) => text.slice(0, text.length / 2),
  'invents handles': inventHandles,
  'leaves out half': (text) => JSON.stringify(withoutHalf(JSON.parse(text))),
  'answers in French': inFrench,
  'answers nothing': () => '',
  'answers twice': (text) => text.replace(/\[(\{.*\})\]/s, '[$1,$1]'),
  'writes an essay': () => 'Certainly! Here is what I think about your customers.',
  'has too much to do': () => new StubFailure(429, { 'retry-after': '0' }),
}

/** Every `nth` answer is broken, in turn in each of the ways. */
export function breakEvery(nth: number, behave: Behaviour): Behaviour {
  const ways = Object.values(breakages)
  let count = 0
  return async (request) => {
    const answer = await behave(request)
    if (++count % nth !== 0) return answer
    return ways[(count / nth - 1) % ways.length]!(JSON.stringify(answer))
  }
}
