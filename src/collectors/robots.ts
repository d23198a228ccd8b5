import robotsParser from 'robots-parser'

/** Its own types take it for a module of another kind. */
const parse = robotsParser as unknown as (
  url: string,
  text: string,
) => { isAllowed(url: string, agent: string): boolean | undefined; getCrawlDelay(agent: string): number | undefined }

export type Robots = { allows(url: string): boolean; delayMs: number }

const everything: Robots = { allows: () => true, delayMs: 0 }
const nothing: Robots = { allows: () => false, delayMs: 0 }
/** Nobody is owed more patience than this, and no file is read further. */
const maxDelayMs = 10_000
const maxBytes = 500 * 1024

type Answer = { status: number; body: Buffer }

/** As RFC 9309 has it: no file allows all, a host that cannot say allows nothing. */
export async function robotsOf(url: string, agent: string, read: (url: string) => Promise<Answer>): Promise<Robots> {
  const answer = await read(url).catch(() => undefined)
  if (!answer || answer.status >= 500) return nothing
  if (answer.status !== 200) return everything
  const rules = parse(url, answer.body.subarray(0, maxBytes).toString('utf8'))
  return {
    allows: (page) => rules.isAllowed(page, agent) !== false,
    delayMs: Math.min(maxDelayMs, 1000 * (rules.getCrawlDelay(agent) ?? 0)),
  }
}
