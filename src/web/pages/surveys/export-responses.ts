import { call } from '#web/api/client.ts'
import { errorMessage } from '#web/api/error-messages.ts'
import { downloadFile } from '#web/ui/lists/export-menu.tsx'
import { toast } from '#web/toasts.ts'

/** Downloads all responses as one CSV file, fetched page by page. */
export async function exportResponses(surveyId: string) {
  try {
    const parts: string[] = []
    let [name, after]: [string, string | null] = ['survey.csv', null]
    do {
      const part = (await call('exportSurvey', { surveyId, format: 'csv', ...(after && { after }) })) as {
        file_name: string
        content: string
        next_after: string | null
      }
      parts.push(parts.length === 0 ? part.content : part.content.slice(part.content.indexOf('\n') + 1))
      name = part.file_name
      after = part.next_after
    } while (after)
    downloadFile(name, 'text/csv', parts.join(''))
  } catch (error) {
    toast({ tone: 'bad', title: errorMessage(error) })
  }
}
