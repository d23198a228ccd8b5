import type { Output } from '#web/api/client.ts'

export type Overview = Output<'getCompetitorOverview'>
