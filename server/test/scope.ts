/** True for `npm test -- all`. A plain run does a part of the long tests, chosen by its printed seed. */
export const isFullRun = process.env.TEST_ALL === '1'
