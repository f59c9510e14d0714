import { defineFeature } from '../../platform/features/define-feature.ts'

export default defineFeature({ tables: {} })
