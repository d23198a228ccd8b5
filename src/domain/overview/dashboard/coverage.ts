/** From this many on, the data is considered informative. */
export const coverageThreshold = { insights: 20, contacts: 8 }

export function coverageVerdict(counts: { insight_count: number; contact_count: number }) {
  if (counts.insight_count === 0) return 'none'
  const isInformative =
    counts.insight_count >= coverageThreshold.insights || counts.contact_count >= coverageThreshold.contacts
  return isInformative ? 'informative' : 'too_thin'
}
