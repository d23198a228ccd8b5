import { providers } from '#domain/integrations/providers/registry.ts'
import type { Body } from '../test-server.ts'

/** The sample delivery of each provider that sends. */
export const samples: Readonly<Record<string, Body>> = Object.fromEntries(
  [...providers].flatMap(([name, { webhook }]) => (webhook?.sample_payload ? [[name, webhook.sample_payload]] : [])),
)
