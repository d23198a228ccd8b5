/** When an opportunity is to be worked on, the soonest first. */
export const horizons = ['now', 'next', 'later'] as const
export type Horizon = (typeof horizons)[number]
