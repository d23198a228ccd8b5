/** An operation that still works and will be removed. Dates are `YYYY-MM-DD`. */
export type Deprecation = {
  since: string
  /** The first day on which it may be gone. */
  sunset: string
  /** The id of the operation to use instead. */
  replacement?: string
}

/** Deprecation (RFC 9745) and Sunset (RFC 8594). */
export const deprecationHeaders = ({ since, sunset }: Deprecation): Record<string, string> => ({
  deprecation: `@${Date.parse(since) / 1000}`,
  sunset: new Date(sunset).toUTCString(),
})

/** For the description of the operation. */
export const describeDeprecation = ({ since, sunset, replacement }: Deprecation) =>
  `Deprecated since ${since} and removed from ${sunset} on.${replacement ? ` Use \`${replacement}\` instead.` : ''}`
