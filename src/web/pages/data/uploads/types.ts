import type { OutputOf } from '#web/api/client.ts'

export type UploadDetail = OutputOf<'getCsvUpload'>
