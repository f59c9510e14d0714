import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { writeLists } from './run/lists.mjs'
import { contractPlugin } from './web-store/build/contract-plugin.ts'
import { stylesPlugin } from './web-store/build/styles/styles-plugin.ts'

writeLists()

/** Starts drills first: they wait the longest, and other tests run meanwhile. */
class DrillsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isDrill = ({ moduleId }: TestSpecification) => moduleId.includes('/tools/drill/')
    const sorted = await super.sort(files)
    return [...sorted.filter(isDrill), ...sorted.filter((file) => !isDrill(file))]
  }
}

const setupFiles = ['server/test/console-guard.ts']

/** The shop beside programs of others: one file at a time, since daemons take turns on their ports. */
const besideOthers = {
  test: {
    name: 'world',
    include: ['tools/world/*.world.ts'],
    globalSetup: ['server/test/global-setup.ts'],
    setupFiles,
    fileParallelism: false,
  },
}

export default defineConfig({
  test: {
    // A plain run leaves these to a release: each says why in its first line.
    exclude: process.env.TEST_PLAIN ? [...configDefaults.exclude, '**/*.release.test.*'] : configDefaults.exclude,
    // Ends a test that hangs; a machine with six busy processes has time.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // A wait ends with its event, however slow the machine; the default of one second is a bound of time.
    expect: { poll: { timeout: 120_000 } },
    // Tests mostly wait for the database: four files at a time use two cores well.
    maxWorkers: 4,
    sequence: { sequencer: DrillsFirst },
    projects:
      process.env.TEST_WORLD === '1'
        ? [besideOthers]
        : [
            {
              test: {
                name: 'server',
                include: ['server/**/*.test.ts', 'tools/**/*.test.ts', 'migrations/**/*.test.ts'],
                globalSetup: ['server/test/global-setup.ts'],
                setupFiles,
                // A worker loads the server once for all files; its modules have no state of their own.
                isolate: false,
              },
            },
            { test: { name: 'run', include: ['run/**/*.test.mjs'], setupFiles } },
            {
              test: {
                name: 'desktop-admin',
                include: ['desktop-admin/**/*.test.ts'],
                globalSetup: ['server/test/temp-folder.ts'],
                setupFiles,
              },
            },
            {
              plugins: [
                stylesPlugin(),
                contractPlugin(fileURLToPath(new URL('server/contract/index.ts', import.meta.url))),
              ],
              test: { name: 'web-store', include: ['web-store/**/*.test.{ts,tsx}'], setupFiles },
            },
          ],
  },
})
