import type { OutputOf } from '#web/api/client.ts'

export type ProjectDetail = OutputOf<'getProject'>
