import type { Routes } from '#contract/core/route.ts'
import inventory from './inventory.json' with { type: 'json' }

/** The public operations without their results, generated from the contract by `npm run artefacts`. */
export const clientInventory = inventory as unknown as Routes
