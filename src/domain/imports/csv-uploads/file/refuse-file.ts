import { invalidField } from '#domain/errors.ts'

export const refuseFile = (code: string, message: string): never => invalidField('body.content', message, code)
