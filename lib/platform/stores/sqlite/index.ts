export {
  type DatabaseFile,
  DatabaseFileError,
  findDamage,
  openDatabase,
  runTransaction,
  toFault,
} from './database.ts'
