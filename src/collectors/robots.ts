import robotsParser from 'robots-parser'

/** The package's types declare the wrong module format. */
const parse = robotsParser as unknown as (
  url: string,
  text: string,
) => { isAllowed(url: string, agent: string): boolean | undefined; getCrawlDelay(agent: string): number | undefined }

export type Robots = { allows(url: string): boolean; delayMs: number }

const allowAll: Robots = { allows: () => true, delayMs: 0 }
const allowNone: Robots = { allows: () => false, delayMs: 0 }
/** Longer crawl delays are capped, and longer files cut. */
const maxDelayMs = 10_000
const maxBytes = 500 * 1024

type Answer = { status: number; body: Buffer }

/** RFC 9309: a missing file allows everything, an unreachable one nothing. */
export async function loadRobots(url: string, agent: string, read: (url: string) => Promise<Answer>): Promise<Robots> {
  const answer = await read(url).catch(() => undefined)
  if (!answer || answer.status >= 500) return allowNone
  if (answer.status !== 200) return allowAll
  const rules = parse(url, answer.body.subarray(0, maxBytes).toString('utf8'))
  return {
    allows: (page) => rules.isAllowed(page, agent) !== false,
    delayMs: Math.min(maxDelayMs, 1000 * (rules.getCrawlDelay(agent) ?? 0)),
  }
}
