export {
  asFault,
  type DatabaseFile,
  DatabaseFileError,
  findDamage,
  openDatabase,
  transaction,
} from './database.ts'
