import { useApiQuery } from '#web/api/hooks.ts'
import type { FieldDefinition, CustomFieldType } from './labels.ts'

const none: readonly FieldDefinition[] = []

/** The active fields of a type of object, in their order; at most 50 are. */
export const useCustomFields = (type: CustomFieldType): readonly FieldDefinition[] =>
  useApiQuery('listCustomFields', { object_type: [type], limit: 100 }).data?.data ?? none
