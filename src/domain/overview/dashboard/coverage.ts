/** From this many on, the insights say something. */
export const threshold = { insights: 20, contacts: 8 }

export const verdictOf = ({ insight_count, contact_count }: { insight_count: number; contact_count: number }) =>
  insight_count === 0
    ? 'none'
    : insight_count >= threshold.insights || contact_count >= threshold.contacts
      ? 'informative'
      : 'too_thin'
