import { type ErrorCode, errors } from '#contract/core/errors.ts'
import { describeSchema } from '#contract/descriptions/describe.ts'
import type { DocumentSchema } from './openapi-schemas.ts'

/* The responses that are no success. */

export function errorResponses(codes: ErrorCode[]) {
  const byStatus = Object.groupBy(codes, (code) => String(errors[code]))
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, same]) => [
      status,
      {
        description: same!.join(', '),
        'x-codes': same,
        content: {
          'application/json': {
            schema: { $ref: '#/components/schemas/Error' },
            example: { error: { code: same![0], message: 'What went wrong, in words.' } },
          },
        },
      },
    ]),
  )
}

const errorSchema: DocumentSchema = {
  type: 'object',
  description: describeSchema('Error'),
  required: ['error'],
  additionalProperties: false,
  properties: {
    error: {
      type: 'object',
      description: 'What went wrong.',
      required: ['code', 'message'],
      additionalProperties: false,
      properties: {
        code: { $ref: '#/components/schemas/ErrorCode', description: 'The reason for programs to act on.' },
        message: { type: 'string', description: 'What happened and what to do, for people.' },
        replacement_id: { type: 'string', description: 'With MERGED: the object that this one was merged into.' },
        details: {
          type: 'array',
          description: 'With VALIDATION_ERROR: each field that is not accepted.',
          items: {
            type: 'object',
            required: ['path', 'message'],
            additionalProperties: false,
            properties: {
              path: { type: 'string', description: 'The field, such as `body.items.0.content`.' },
              message: { type: 'string', description: 'What is wrong with the field, for people.' },
              code: { type: 'string', description: 'What is wrong with the field, for programs.' },
            },
          },
        },
      },
    },
  },
}

const errorCodeSchema: DocumentSchema = {
  type: 'string',
  enum: Object.keys(errors),
  description: describeSchema('ErrorCode'),
}

export const errorSchemas: Record<string, DocumentSchema> = { Error: errorSchema, ErrorCode: errorCodeSchema }
