/** `Conversation started at (America/New_York)` and `Submit Date (UTC)` state a time zone. */
export const zoneSuffix = /\s*\((UTC|GMT|[A-Z][A-Za-z]+(?:\/[A-Za-z_+-]+)+)\)\s*$/

/** A column name without case, spaces, punctuation, accents and time zone. */
export const plainName = (header: string): string =>
  header
    .replace(zoneSuffix, '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}#]+/gu, '')
