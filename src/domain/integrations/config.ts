import type { Static } from 'typebox'
import type { IntegrationConfig as ConfigShape } from '#contract/resources/integration-shapes.ts'

/** The settings of an integration without its source name. */
export type IntegrationConfig = Omit<Static<typeof ConfigShape>, 'source'> & { readonly [name: string]: unknown }

/** A text setting; an empty one counts as absent. */
export const textSetting = (config: IntegrationConfig, name: string): string | undefined => {
  const value = config[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** A list setting, also where one text with commas was given. */
export const listSetting = (config: IntegrationConfig, name: string): readonly string[] => {
  const value = config[name]
  const parts = typeof value === 'string' ? value.split(/[\s,]+/) : value
  return Array.isArray(parts) ? parts.filter((part): part is string => typeof part === 'string' && part !== '') : []
}
