import { defineFeature } from '../../platform/features/define-feature.ts'

/** Retention reads what the manifests of all features declare, and is part of every shop. */
export default defineFeature({ tables: {} })
