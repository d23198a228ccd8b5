/** How much a piece of evidence matters to its customer, the most first. */
export const importances = ['critical', 'important', 'nice_to_have'] as const
export type Importance = (typeof importances)[number]
