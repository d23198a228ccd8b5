import type { Output } from '#web/api/client.ts'

export type UploadDetail = Output<'getCsvUpload'>
