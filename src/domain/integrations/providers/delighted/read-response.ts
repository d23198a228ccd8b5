import { ignored, type ReadResult } from '#domain/integrations/mapping/records.ts'
import { type JsonObject, nestedValue } from '#domain/integrations/mapping/sanitize.ts'
import { recordFrom } from '#domain/integrations/definition/record-from.ts'

/** Other surveys than NPS have other scales, which the score alone does not distinguish. */
export function readResponse(response: JsonObject, source: string): ReadResult {
  if (response.survey_type !== undefined && response.survey_type !== 'nps')
    return ignored('survey_response', 'other_survey')
  return recordFrom(
    'nps_response',
    {
      external_id: response.id,
      score: response.score,
      reason: response.comment,
      responded_at: response.created_at,
      tags: response.tags,
      'contact.email': nestedValue(response, 'person', 'email'),
      'contact.name': nestedValue(response, 'person', 'name'),
      'contact.external_id': nestedValue(response, 'person', 'id'),
    },
    source,
  )
}
