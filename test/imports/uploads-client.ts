import { jobHandlers, type JobHandlers } from '#worker/job-handlers.ts'
import type { AnyJobHandlers } from '#worker/worker.ts'
import { type Body, org, app } from '../test-server.ts'
import { useTestWorker, startTestWorker } from '../test-worker.ts'
import type { Org, Reply, TestApp } from '../test-app.ts'
import { waitFor } from '../wait-for.ts'

/** Without the analysis, whose insights would change what the tests compare. */
const csvHandlers = {
  csv_validation: jobHandlers.csv_validation,
  csv_import: jobHandlers.csv_import,
  csv_rollback: jobHandlers.csv_rollback,
}

/** Uploads and imports files of one organization through the API. */
export function uploadsClient(app: TestApp, org: Org) {
  const call = (method: string, path: string, body?: Body, query?: Record<string, string>): Promise<Reply> =>
    app.call(org.admin.key, method, path, { ...(body && { body }), ...(query && { query }) })
  const upload = async (content: string | Buffer, more: Body = {}): Promise<Reply> => {
    const sent = typeof content === 'string' ? { content } : { content_base64: content.toString('base64') }
    return call('POST', '/csv-uploads', { type: 'feedback', file_name: 'table.csv', ...sent, ...more })
  }
  const map = (id: string, columns: Record<string, string | null>, more: Body = {}) =>
    call('PATCH', `/csv-uploads/${id}/mapping`, {
      columns: Object.entries(columns).map(([header, target]) => ({ header, target })),
      ...more,
    })
  const waitForEnd = (id: string): Promise<Body> => {
    const findEnded = async () => {
      const { body } = await call('GET', `/csv-uploads/${id}`)
      if (!body.job_id || !['importing', 'rolling_back', 'mapped'].includes(body.status)) return body
      await call('GET', `/jobs/${body.job_id}`, undefined, { wait: '10' })
      return undefined
    }
    return waitFor(`the end of upload ${id}`, findEnded, 200_000, 0)
  }
  /** Uploads a file, maps it as suggested or as given, and imports it. */
  const importFile = async (
    content: string | Buffer,
    { columns, ...mapping }: { columns?: Record<string, string | null> } & Body = {},
    more: Body = {},
  ): Promise<Body> => {
    const { status, body, text } = await upload(content, more)
    if (status !== 201) throw new Error(text)
    const suggested = body.suggested_mapping.columns
      .filter(({ target }: Body) => target !== null)
      .map(({ header, target }: Body) => [header, target])
    const mapped = await map(body.id, columns ?? Object.fromEntries(suggested), {
      ...(body.type === 'survey' && { questions: body.suggested_mapping.questions }),
      ...mapping,
    })
    if (mapped.status !== 200) throw new Error(mapped.text)
    const started = await call('POST', `/csv-uploads/${body.id}/start`)
    if (started.status !== 202) throw new Error(started.text)
    return waitForEnd(body.id)
  }
  const count = async (query: Record<string, string> = {}) =>
    (await call('GET', '/feedback/count', undefined, query)).body.count as number
  const list = async (path: string, query: Record<string, string> = {}): Promise<Body[]> =>
    (await call('GET', path, undefined, { limit: '100', ...query })).body.data
  const errors = async (id: string) =>
    (await list(`/csv-uploads/${id}/errors`)).map(({ row, header, code }) => [row, header, code])
  const file = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${app.baseUrl}/api/v1${path}`, {
      headers: { authorization: `Bearer ${org.admin.key}`, ...headers },
    })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  return { call, upload, map, waitForEnd, importFile, count, list, errors, file }
}
export type UploadsClient = ReturnType<typeof uploadsClient>

export let uploads: UploadsClient

const handlers = (own: Partial<JobHandlers> = {}) => ({ handlers: { ...csvHandlers, ...own } as AnyJobHandlers })
/** Starts another worker after the first one was stopped. */
export const startCsvWorker = (own?: Partial<JobHandlers>, on?: TestApp) => startTestWorker(handlers(own), on)

/** A server and a worker for the tests of a file; each test gets its own organization and client. */
export const useUploads = () =>
  useTestWorker({ workerOptions: () => handlers(), beforeEachTest: () => void (uploads = uploadsClient(app, org)) })
