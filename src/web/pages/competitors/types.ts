import type { OutputOf } from '#web/api/client.ts'

export type Overview = OutputOf<'getCompetitorOverview'>
