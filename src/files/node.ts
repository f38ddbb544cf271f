/** The entry of the package in Node: the entry of browsers, and models from files. */
export * from '../index.ts'
export { installedModels, load, type InstalledModel } from './load.ts'
