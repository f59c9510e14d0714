import { defineFeature } from '../../platform/features/define-feature.ts'

export default defineFeature({ optional: { name: 'mcp', alsoIn: ['web-store/src/admin/mcp'] }, tables: {} })
