/**
 * Returns the bucket of `TEST_S3_ENDPOINT` and related variables (`.env.example`) as settings of a shop, without a
 * prefix; undefined without one.
 */
export function bucketSettings(): Record<string, string> | undefined {
  const { TEST_S3_ENDPOINT, TEST_S3_BUCKET = '', TEST_S3_ACCESS_KEY = '', TEST_S3_SECRET_KEY = '' } = process.env
  if (!TEST_S3_ENDPOINT) return undefined
  return {
    MEDIA_S3_ENDPOINT: TEST_S3_ENDPOINT,
    MEDIA_S3_BUCKET: TEST_S3_BUCKET,
    MEDIA_S3_ACCESS_KEY: TEST_S3_ACCESS_KEY,
    MEDIA_S3_SECRET_KEY: TEST_S3_SECRET_KEY,
  }
}
