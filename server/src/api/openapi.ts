import { contract } from '../../contract/index.ts'

/** The OpenAPI 3.1 document of the contract. Its generator is loaded only when somebody asks. */
export async function openApiDocument(storeUrl: string): Promise<object> {
  const [{ OpenAPIGenerator }, { ZodToJsonSchemaConverter }] = await Promise.all([
    import('@orpc/openapi'),
    import('@orpc/zod/zod4'),
  ])
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] })
  return generator.generate(contract, {
    info: { title: 'SkillHaat', version: '1.0.0', description: 'Store, student and admin calls. Money is in rupees.' },
    servers: [{ url: `${storeUrl}/api` }],
    security: [{ bearer: [] }],
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  })
}
