import { useTestDatabase } from '@parley/testing/test-database'
import { type SpecData, Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import { useGateway } from '../testing/use-gateway.ts'

describe('the API description', () => {
  const gateway = useGateway(useTestDatabase())

  test('is valid OpenAPI 3.1 to a third-party validator', async () => {
    const document = (await (await fetch(`${gateway.origin}/v1/openapi.json`)).json()) as SpecData & { openapi: string }
    const { valid, errors } = await new Validator().validate(document)
    expect({ valid, errors }).toMatchObject({ valid: true })
    expect(document.openapi).toMatch(/^3\.1\./)
  })
})
