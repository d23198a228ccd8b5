/** The string formats of the contract; the server, the tests and the web forms check with the same functions. */
const date = String.raw`(19|[2-9]\d)\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])`
const zone = String.raw`(Z|[+-](0\d|1[0-4]):[0-5]\d)`
const time = new RegExp(String.raw`^${date}T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?${zone}$`)
const day = new RegExp(`^${date}$`)
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const label = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
const email = new RegExp(String.raw`^[^\s@<>()[\]\\,;:"\p{C}]{1,64}@${label}(?:\.${label})+$`, 'u')

/** Date rolls 30 February over into March; the calendar does not. */
const isCalendarDay = (text: string) => new Date(`${text}T00:00:00Z`).toISOString().startsWith(text)

/** An offset or a rounded fraction can move the end of 9999 into the year 10000. */
const isWritable = (text: string) => {
  const year = new Date(text).getUTCFullYear()
  return year >= 1900 && year < 9999
}

export const formats = {
  'date-time': (text: string) => time.test(text) && isCalendarDay(text.slice(0, 10)) && isWritable(text),
  date: (text: string) => day.test(text) && isCalendarDay(text),
  uuid: (text: string) => uuid.test(text),
  email: (text: string) => email.test(text),
}
