import { addDays, addMonths, describePeriod, type Range, startOf, type PeriodUnit, utc } from './periods.ts'
import type { Found } from './question-text.ts'

/* Finds a period such as "since May", "last week" or "in Q3 2025" in a question. All times are UTC. */

export type AskedPeriod = { from: string | null; to: string | null; label: string }

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const monthNames =
  '(?<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|' +
  'oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const numbers = 'one two three four five six seven eight nine ten eleven twelve'.split(' ')
const ordinals = ['first', 'second', 'third', 'fourth']
const year = '(?<year>20\\d\\d)'
const day = '(?<day>[0-3]?\\d)(?:st|nd|rd|th)?'
const unit = '(?<unit>day|week|month|quarter|year)'
const count = `(?<count>\\d{1,3}|${numbers.join('|')}|couple of|few)`

type Groups = Record<string, string | undefined>
type Pattern = {
  pattern: string
  /** Whether it is a period without a preposition before it. */
  standsAlone: boolean
  range: (groups: Groups, now: Date) => Range | undefined
}

const monthOf = (name: string) => months.indexOf(name.slice(0, 3).toLowerCase())
const numberOf = (text: string) => {
  if (/^\d/.test(text)) return Number(text)
  return { 'couple of': 2, few: 3 }[text] ?? numbers.indexOf(text) + 1
}

/** The latest year in which a part of the year has begun. */
const yearOf = (given: string | undefined, month: number, now: Date) =>
  given === undefined ? now.getUTCFullYear() - (month > now.getUTCMonth() ? 1 : 0) : Number(given)

const monthsFrom = (from: Date, length: number): Range => ({ from, to: addMonths(from, length) })
const partOfYear = (given: string | undefined, month: number, { length, now }: { length: number; now: Date }) =>
  monthsFrom(utc(yearOf(given, month, now), month, 1), length)

/** Undefined for a day that the month does not have. */
function existingDay(year: number, month: number, day: number): Range | undefined {
  const from = utc(year, month, day)
  return from.getUTCMonth() === month && day > 0 ? { from, to: addDays(from, 1) } : undefined
}

const dayOfMonth = ({ year, month, day }: Groups, now: Date) =>
  existingDay(yearOf(year, monthOf(month!), now), monthOf(month!), Number(day))

/** "This month" ends with the month; "last month" is the calendar month before. */
function calendarUnit({ which, unit }: Groups, now: Date): Range {
  const { from, to } = startOf(unit as PeriodUnit, now)
  return /this|current/.test(which!) ? { from, to } : startOf(unit as PeriodUnit, new Date(from.getTime() - 1))
}

/** "The past month" are the days up to now. */
function unitsBefore({ count = '1', unit }: Groups, now: Date): Range {
  const number = numberOf(count)
  if (unit === 'day') return { from: addDays(now, -number), to: now }
  if (unit === 'week') return { from: addDays(now, -7 * number), to: now }
  return { from: addMonths(now, -number * { month: 1, quarter: 3, year: 12 }[unit!]!), to: now }
}

function unitsAgo(groups: Groups, now: Date): Range {
  return startOf(groups.unit === 'day' ? 'day' : (groups.unit as PeriodUnit), unitsBefore(groups, now).from)
}

/** The latest such day before today. */
function weekday({ weekday }: Groups, now: Date): Range {
  const back = (now.getUTCDay() - weekdays.indexOf(weekday!.toLowerCase()) + 7) % 7 || 7
  return startOf('day', addDays(now, -back))
}

const patterns: readonly Pattern[] = [
  {
    // “The quarter before last”.
    pattern: `${unit}\\s+before\\s+last(?:\\s+(?:day|week|month|quarter|year)\\b)?`,
    standsAlone: true,
    range: ({ unit }, now) => {
      const { from } = startOf(unit as PeriodUnit, new Date(startOf(unit as PeriodUnit, now).from.getTime() - 1))
      return startOf(unit as PeriodUnit, new Date(from.getTime() - 1))
    },
  },
  {
    pattern: `${year}-(?<month>\\d\\d)-(?<day>\\d\\d)`,
    standsAlone: true,
    range: ({ year, month, day }) => existingDay(Number(year), Number(month) - 1, Number(day)),
  },
  {
    pattern: `${year}-(?<month>0\\d|1[0-2])`,
    standsAlone: true,
    range: ({ year, month }) => monthsFrom(utc(Number(year), Number(month) - 1, 1), 1),
  },
  { pattern: `${day} (?:of )?${monthNames}(?:,? ${year})?`, standsAlone: true, range: dayOfMonth },
  { pattern: `${monthNames} ${day}(?:,? ${year})?`, standsAlone: true, range: dayOfMonth },
  {
    pattern: `${monthNames}(?: of)? ${year}`,
    standsAlone: true,
    range: ({ month, year }, now) => partOfYear(year, monthOf(month!), { length: 1, now }),
  },
  {
    // "May" is also a verb, and "March", "April", "June" and "August" are names.
    pattern: '(?<month>january|february|july|september|october|november|december)',
    standsAlone: true,
    range: ({ month }, now) => partOfYear(undefined, monthOf(month!), { length: 1, now }),
  },
  {
    pattern: `(?:last |this )?${monthNames}`,
    standsAlone: false,
    range: ({ month }, now) => partOfYear(undefined, monthOf(month!), { length: 1, now }),
  },
  {
    pattern: `(?:q(?<q>[1-4])|(?:the )?(?<ordinal>${ordinals.join('|')}) quarter)(?: of)?(?: ${year})?`,
    standsAlone: true,
    range: ({ q, ordinal, year }, now) =>
      partOfYear(year, (q ? Number(q) - 1 : ordinals.indexOf(ordinal!.toLowerCase())) * 3, { length: 3, now }),
  },
  {
    pattern: `${year} q(?<q>[1-4])`,
    standsAlone: true,
    range: ({ q, year }, now) => partOfYear(year, (Number(q) - 1) * 3, { length: 3, now }),
  },
  {
    pattern: `h(?<h>[12])(?: ${year})?`,
    standsAlone: false,
    range: ({ h, year }, now) => partOfYear(year, (Number(h) - 1) * 6, { length: 6, now }),
  },
  { pattern: `(?:the )?(?:past|last|previous) ${count} ${unit}s?`, standsAlone: true, range: unitsBefore },
  { pattern: `${count} ${unit}s? ago`, standsAlone: true, range: unitsAgo },
  { pattern: `(?:the past|the last|past) ${unit}`, standsAlone: true, range: unitsBefore },
  {
    pattern: `(?<which>this|the current|current|last|previous|the previous) ${unit}`,
    standsAlone: true,
    range: calendarUnit,
  },
  { pattern: 'today', standsAlone: true, range: (_, now) => startOf('day', now) },
  { pattern: 'yesterday', standsAlone: true, range: (_, now) => startOf('day', addDays(now, -1)) },
  { pattern: `(?:last )?(?<weekday>${weekdays.join('|')})`, standsAlone: false, range: weekday },
  {
    pattern: 'recently|lately|these days',
    standsAlone: true,
    range: (_, now) => ({ from: addDays(now, -30), to: now }),
  },
  { pattern: year, standsAlone: false, range: ({ year }) => monthsFrom(utc(Number(year), 0, 1), 12) },
]

/** A noun after it makes it a name: "the today view", "this week widget". */
const notBeforeName = '(?!\\s+(?:view|screen|page|tab|widget|list|button|section|filter)\\b)(?![\\p{L}\\p{N}])'
const compiled = patterns.map((one) => ({
  ...one,
  regex: new RegExp(one.pattern.replace(/^/, '(?:').replaceAll(' ', '\\s+') + `)${notBeforeName}`, 'iuy'),
}))
const prepositions =
  /(since|starting|after|before|until|till|up to|through|between|from|in|during|within|over|on|of)\s+/iuy
const connectors = /\s*(?:and|to|until|till|through|-|–)\s*/iuy

const matchAt = (regex: RegExp, text: string, at: number) => {
  regex.lastIndex = at
  return regex.exec(text)
}

function rangeAt(text: string, at: number, { now, isLed }: { now: Date; isLed: boolean }) {
  for (const { regex, standsAlone, range } of compiled) {
    if (!standsAlone && !isLed) continue
    const match = matchAt(regex, text, at)
    const found = match && range((match.groups ?? {}) as Groups, now)
    if (found) return { ...found, end: at + match[0].length }
  }
  return undefined
}

type OpenRange = { from: Date | null; to: Date | null }

/** "After May" begins with June, "before May" ends with April, "until May" includes May. */
function withPreposition(preposition: string, { from, to }: Range): OpenRange | undefined {
  switch (preposition) {
    case 'since':
    case 'starting':
    case 'from':
      return { from, to: null }
    case 'after':
      return { from: to, to: null }
    case 'before':
      return { from: null, to: from }
    case 'until':
    case 'till':
    case 'up to':
    case 'through':
      return { from: null, to }
    case 'between':
      return undefined
    default:
      return { from, to }
  }
}

function periodAt(text: string, start: number, now: Date): (OpenRange & { end: number }) | undefined {
  const lead = matchAt(prepositions, text, start)
  if (!lead) return rangeAt(text, start, { now, isLed: false })
  const preposition = lead[1]!.toLowerCase()
  const first = rangeAt(text, start + lead[0].length, { now, isLed: true })
  if (!first) return undefined
  if (preposition === 'between' || preposition === 'from') {
    const connector = matchAt(connectors, text, first.end)
    const second = connector && rangeAt(text, first.end + connector[0].length, { now, isLed: true })
    if (second) {
      // "Between November and February" begins the year before.
      const from = second.to > first.from ? first.from : addMonths(first.from, -12)
      return { from, to: second.to, end: second.end }
    }
  }
  const range = withPreposition(preposition, first)
  return range && { ...range, end: first.end }
}

/** The first period in a question. */
export function findPeriod(text: string, now: Date): Found<AskedPeriod> | undefined {
  for (const { index } of text.matchAll(/(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu)) {
    const found = periodAt(text, index, now)
    if (!found) continue
    const { from, to, end } = found
    const value = {
      from: from?.toISOString() ?? null,
      to: to?.toISOString() ?? null,
      label: describePeriod({ from, to }, now),
    }
    return { value, start: index, end }
  }
  return undefined
}
