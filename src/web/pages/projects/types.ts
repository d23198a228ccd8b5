import type { Output } from '#web/api/client.ts'

export type ProjectDetail = Output<'getProject'>
