import type { Kind } from './load.ts'

/** The least share of the limit that checks the API key; for a write, of the same SQL sent at once. */
export const goals: Record<Kind, number> = {
  list: 0.6,
  one: 0.6,
  themes: 0.4,
  projects: 0.4,
  opportunities: 0.4,
  feedback: 0.4,
  contacts: 0.4,
  write: 0.6,
  build: 0.6,
}

const partial: Record<string, readonly Kind[]> = {
  plain: ['list', 'one', 'write'],
  'Express and Sequelize': ['list', 'one'],
}

/** Whether a variant answers these requests. */
export const implementsKind = (variant: string, kind: Kind) => partial[variant]?.includes(kind) ?? true
