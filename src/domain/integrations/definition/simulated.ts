/** The notes of a provider that has been checked with a simulator of it, and not with the service itself. */
export const simulated = (service: string, notes: readonly string[]): string[] => [
  `Checked against a local server that follows the documentation, not against ${service} itself.`,
  ...notes,
]
