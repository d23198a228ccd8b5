/* Parses dates as people and programs write them into tables; without a time zone they are UTC. */

export type DateOrder = 'ymd' | 'dmy' | 'mdy'

/** By the first letters of a name without accents, in seven languages. */
const months: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries({
    1: 'jan ene gen',
    2: 'feb fev',
    3: 'mar mrz mrt',
    4: 'apr avr abr',
    5: 'may mai mag mei',
    6: 'jun juin giu',
    7: 'jul juil lug',
    8: 'aug aou ago',
    9: 'sep set',
    10: 'oct okt out ott',
    11: 'nov',
    12: 'dec dez dic',
  }).flatMap(([month, names]) => names.split(' ').map((name) => [name, Number(month)])),
)

/** Hours from UTC of zones that products abbreviate. */
const zoneHours: Readonly<Record<string, number>> = {
  Z: 0,
  UTC: 0,
  GMT: 0,
  WET: 0,
  WEST: 1,
  CET: 1,
  CEST: 2,
  EET: 2,
  EEST: 3,
  EST: -5,
  EDT: -4,
  CST: -6,
  CDT: -5,
  MST: -7,
  MDT: -6,
  PST: -8,
  PDT: -7,
}
const zone = String.raw`((?:UTC|GMT)?[+-]\d{1,2}(?::?\d{2})?|${Object.keys(zoneHours).join('|')})`
const clock = String.raw`(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?`
const half = String.raw`([AaPp]\.?\s?[Mm]\.?)`
const time = String.raw`(?:(?:[T ,]+|,?\s+(?:at|um|à|a las|às)\s+)${clock}\s*${half}?\s*${zone}?)?`
const monthName = String.raw`(\p{L}{3,10})\.?`
const gap = String.raw`(?:[\s/-]+|\s+de\s+)`
const yearFirst = new RegExp(String.raw`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})${time}$`, 'u')
const yearLast = new RegExp(String.raw`^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})${time}$`, 'u')
const dayMonth = new RegExp(
  String.raw`^(\d{1,2})(?:st|nd|rd|th|er|º|\.)?${gap}${monthName},?${gap}(\d{4}|\d{2})${time}$`,
  'u',
)
const monthDay = new RegExp(String.raw`^${monthName}\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})${time}$`, 'u')
/** `Sat, 02 May 2026`, and `GMT+0200 (Central European Summer Time)`. */
const decoration = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,?\s+|\s*\([^()]{1,60}\)$/gi

const yearOf = (text: string) => (text.length === 4 ? Number(text) : Number(text) + (Number(text) < 70 ? 2000 : 1900))

function monthOf(name: string): number {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
  return months[plain.slice(0, 4)] ?? months[plain.slice(0, 3)] ?? 0
}

type ReadDate = { at: string; hasZone: boolean }

/** As RFC 3339; undefined when the text is no date. A date without a zone is one of the given zone, UTC by default. */
export function parseDate(value: string, order: DateOrder, zone?: string): string | undefined {
  const read = readDate(value, order)
  return read && zone && !read.hasZone ? inZone(read.at, zone) : read?.at
}

/** The instant at which clocks in the zone show this time. */
function inZone(utc: string, zone: string): string {
  const wanted = Date.parse(utc)
  // Twice, because the first guess can lie on the other side of a change to or from daylight saving time.
  let at = wanted
  for (let i = 0; i < 2; i++) at -= clockIn(zone, at) - wanted
  return new Date(at).toISOString()
}

const clocks = new Map<string, Intl.DateTimeFormat>()

function clockIn(zone: string, at: number): number {
  let clock = clocks.get(zone)
  if (!clock) clocks.set(zone, (clock = new Intl.DateTimeFormat('sv-SE', { ...clockParts, timeZone: zone })))
  return Date.parse(`${clock.format(at).replace(' ', 'T')}Z`) + (at % 1000)
}

const clockParts = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
} as const

/** Seconds or milliseconds since 1970, as APIs write times. */
export function parseTimestamp(text: string): string | undefined {
  if (!/^1\d{9}(\d{3})?$/.test(text)) return undefined
  return new Date(Number(text) * (text.length === 10 ? 1000 : 1)).toISOString()
}

function readDate(value: string, order: DateOrder): ReadDate | undefined {
  const text = value.trim().replace(decoration, '')
  let match = yearFirst.exec(text)
  if (match) return instant(Number(match[1]), Number(match[2]), Number(match[3]), match.slice(4))
  if ((match = yearLast.exec(text))) {
    const [first, second] = [Number(match[1]), Number(match[3])]
    const [month, day] = order === 'mdy' ? [first, second] : [second, first]
    return instant(yearOf(match[4]!), month, day, match.slice(5))
  }
  if ((match = dayMonth.exec(text)))
    return instant(yearOf(match[3]!), monthOf(match[2]!), Number(match[1]), match.slice(4))
  if ((match = monthDay.exec(text)))
    return instant(Number(match[3]), monthOf(match[1]!), Number(match[2]), match.slice(4))
  return undefined
}

function instant(
  year: number,
  month: number,
  day: number,
  [hours = '0', minutes = '0', seconds = '0', fraction = '', half, zone]: (string | undefined)[],
): ReadDate | undefined {
  let hour = Number(hours)
  if (half) {
    if (hour < 1 || hour > 12) return undefined
    hour = (hour % 12) + (/^p/i.test(half) ? 12 : 0)
  }
  if (
    year < 1900 ||
    year > 9998 ||
    month < 1 ||
    month > 12 ||
    day < 1 ||
    hour > 23 ||
    Number(minutes) > 59 ||
    Number(seconds) > 59
  )
    return undefined
  const millis = Number(`${fraction}000`.slice(0, 3))
  const at = Date.UTC(year, month - 1, day, hour, Number(minutes), Number(seconds), millis)
  // Date turns 30 February into March: such a date is refused.
  if (new Date(at).getUTCDate() !== day) return undefined
  return { at: new Date(at - offsetOf(zone ?? 'Z')).toISOString(), hasZone: zone !== undefined }
}

function offsetOf(zone: string): number {
  const match = /^(?:UTC|GMT)?([+-])(\d{1,2})(?::?(\d{2}))?$/.exec(zone)
  if (!match) return zoneHours[zone]! * 3_600_000
  return (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3] ?? 0)) * 60_000
}

/** Counts over the values of a column, for the order of day and month. */
export type DateEvidence = { dates: number; numeric: number; dayFirst: number; monthFirst: number; dotted: number }
export const emptyDateEvidence = (): DateEvidence => ({ dates: 0, numeric: 0, dayFirst: 0, monthFirst: 0, dotted: 0 })

export function addDateEvidence(evidence: DateEvidence, text: string): void {
  const match = yearLast.exec(text.trim())
  if (!match) return void ((parseDate(text, 'ymd') ?? parseTimestamp(text)) && evidence.dates++)
  const [first, second] = [Number(match[1]), Number(match[3])]
  if (first > 31 || second > 31 || (first > 12 && second > 12)) return
  evidence.dates++
  if (first !== second) evidence.numeric++
  if (first > 12) evidence.dayFirst++
  if (second > 12) evidence.monthFirst++
  if (match[2] === '.') evidence.dotted++
}

/** Whether the values can be read in two ways, and nothing in the column says which is meant. */
export const hasAmbiguousDates = (evidence: DateEvidence, delimiter: string): boolean =>
  evidence.dates > 0 &&
  evidence.dayFirst + evidence.monthFirst + evidence.numeric > 0 &&
  !detectDateOrder(evidence, delimiter).certain

/** Days above twelve decide; then dots, which are used where the day comes first; then the delimiter of the file. */
export function detectDateOrder(
  { dayFirst, monthFirst, dotted }: DateEvidence,
  delimiter: string,
): { order: DateOrder; certain: boolean } {
  if (dayFirst !== monthFirst)
    return { order: dayFirst > monthFirst ? 'dmy' : 'mdy', certain: dayFirst === 0 || monthFirst === 0 }
  if (dotted > 0) return { order: 'dmy', certain: true }
  return { order: delimiter === ';' ? 'dmy' : 'mdy', certain: false }
}
