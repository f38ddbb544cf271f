/** What Node gets by the package's name: all that a browser can load, and models from the file system. */
export * from '../index.ts'
export { installedModels, load, type InstalledModel } from './load.ts'
