// Generated from schema/plan.schema.json, schema/drift.schema.json, schema/run.schema.json, schema/validation.schema.json, schema/journal.schema.json by `npm run generate`. Do not edit.
"use strict";
export const validatePlan = validate21;
const schema6 = {"properties":{"kind":true,"formatVersion":true,"createdAt":true,"tool":true,"environment":true,"api":true,"base":true,"scope":true,"summary":true,"capacity":true,"coverage":true,"overrides":true,"pipes":true,"checks":true,"diagnostics":true,"digest":true}};
const func2 = Object.prototype.hasOwnProperty;
const pattern0 = new RegExp("^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$", "u");
function validate22(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(typeof data === "string"){
if(!pattern0.test(data)){
validate22.errors = [{instancePath,keyword:"pattern"}];
return false;
}
}
else {
validate22.errors = [{instancePath,keyword:"type"}];
return false;
}
}
validate22.errors = vErrors;
return errors === 0;
}
const pattern1 = new RegExp("[^]", "u");
function validate24(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.name === undefined) && (missing0 = "name")) || ((data.version === undefined) && (missing0 = "version"))){
validate24.errors = [{instancePath,keyword:"required"}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "name") || (key0 === "version"))){
validate24.errors = [{instancePath,keyword:"additionalProperties"}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.name !== undefined){
const _errs2 = errors;
if("pipeform" !== data.name){
validate24.errors = [{instancePath:instancePath+"/name",keyword:"const"}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.version !== undefined){
let data1 = data.version;
const _errs3 = errors;
if(errors === _errs3){
if(typeof data1 === "string"){
if(!pattern1.test(data1)){
validate24.errors = [{instancePath:instancePath+"/version",keyword:"pattern"}];
return false;
}
}
else {
validate24.errors = [{instancePath:instancePath+"/version",keyword:"type"}];
return false;
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
else {
validate24.errors = [{instancePath,keyword:"type"}];
return false;
}
}
validate24.errors = vErrors;
return errors === 0;
}
function validate26(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if((!(data && typeof data == "object" && !Array.isArray(data))) && (data !== null)){
validate26.errors = [{instancePath,keyword:"type"}];
return false;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.url === undefined) && (missing0 = "url")) || ((data.organization === undefined) && (missing0 = "organization"))){
validate26.errors = [{instancePath,keyword:"required"}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((((key0 === "url") || (key0 === "organization")) || (key0 === "naming")) || (key0 === "settings"))){
validate26.errors = [{instancePath,keyword:"additionalProperties"}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.url !== undefined){
let data0 = data.url;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(!pattern1.test(data0)){
validate26.errors = [{instancePath:instancePath+"/url",keyword:"pattern"}];
return false;
}
}
else {
validate26.errors = [{instancePath:instancePath+"/url",keyword:"type"}];
return false;
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.organization !== undefined){
let data1 = data.organization;
const _errs4 = errors;
if(errors === _errs4){
if(typeof data1 === "string"){
if(!pattern1.test(data1)){
validate26.errors = [{instancePath:instancePath+"/organization",keyword:"pattern"}];
return false;
}
}
else {
validate26.errors = [{instancePath:instancePath+"/organization",keyword:"type"}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.naming !== undefined){
let data2 = data.naming;
const _errs6 = errors;
if(errors === _errs6){
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
let missing1;
if(((data2.resource === undefined) && (missing1 = "resource")) || ((data2.settingPrefix === undefined) && (missing1 = "settingPrefix"))){
validate26.errors = [{instancePath:instancePath+"/naming",keyword:"required"}];
return false;
}
else {
const _errs8 = errors;
for(const key1 in data2){
if(!((key1 === "resource") || (key1 === "settingPrefix"))){
validate26.errors = [{instancePath:instancePath+"/naming",keyword:"additionalProperties"}];
return false;
break;
}
}
if(_errs8 === errors){
if(data2.resource !== undefined){
let data3 = data2.resource;
const _errs9 = errors;
if(errors === _errs9){
if(typeof data3 === "string"){
if(!pattern1.test(data3)){
validate26.errors = [{instancePath:instancePath+"/naming/resource",keyword:"pattern"}];
return false;
}
}
else {
validate26.errors = [{instancePath:instancePath+"/naming/resource",keyword:"type"}];
return false;
}
}
var valid1 = _errs9 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data2.settingPrefix !== undefined){
let data4 = data2.settingPrefix;
const _errs11 = errors;
if(errors === _errs11){
if(typeof data4 === "string"){
if(!pattern1.test(data4)){
validate26.errors = [{instancePath:instancePath+"/naming/settingPrefix",keyword:"pattern"}];
return false;
}
}
else {
validate26.errors = [{instancePath:instancePath+"/naming/settingPrefix",keyword:"type"}];
return false;
}
}
var valid1 = _errs11 === errors;
}
else {
var valid1 = true;
}
}
}
}
}
else {
validate26.errors = [{instancePath:instancePath+"/naming",keyword:"type"}];
return false;
}
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.settings !== undefined){
let data5 = data.settings;
const _errs13 = errors;
if(errors === _errs13){
if(Array.isArray(data5)){
var valid2 = true;
const len0 = data5.length;
for(let i0=0; i0<len0; i0++){
let data6 = data5[i0];
const _errs15 = errors;
if(errors === _errs15){
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
let missing2;
if((((((((data6.key === undefined) && (missing2 = "key")) || ((data6.type === undefined) && (missing2 = "type"))) || ((data6.minimum === undefined) && (missing2 = "minimum"))) || ((data6.maximum === undefined) && (missing2 = "maximum"))) || ((data6.unit === undefined) && (missing2 = "unit"))) || ((data6.kinds === undefined) && (missing2 = "kinds"))) || ((data6.meaning === undefined) && (missing2 = "meaning"))){
validate26.errors = [{instancePath:instancePath+"/settings/" + i0,keyword:"required"}];
return false;
}
else {
const _errs17 = errors;
for(const key2 in data6){
if(!(((((((key2 === "key") || (key2 === "type")) || (key2 === "minimum")) || (key2 === "maximum")) || (key2 === "unit")) || (key2 === "kinds")) || (key2 === "meaning"))){
validate26.errors = [{instancePath:instancePath+"/settings/" + i0,keyword:"additionalProperties"}];
return false;
break;
}
}
if(_errs17 === errors){
if(data6.key !== undefined){
let data7 = data6.key;
const _errs18 = errors;
if(errors === _errs18){
if(typeof data7 === "string"){
if(!pattern1.test(data7)){
validate26.errors = [{instancePath:instancePath+"/settings/" + i0+"/key",keyword:"pattern"}];
return false;
}
}
else {
validate26.errors = [{instancePath:instancePath+"/settings/" + i0+"/key",keyword:"type"}];
return false;
}
}
var valid3 = _errs18 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data6.type !== undefined){
let data8 = data6.type;
const _errs20 = errors;
if(!(((data8 === "boolean") || (data8 === "integer")) || (data8 === "number"))){
validate26.errors = [{instancePath:instancePath+"/settings/" + i0+"/type",keyword:"enum"}];
return false;
}
var valid3 = _errs20 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data6.minimum !== undefined){
let data9 = data6.minimum;
const _errs21 = errors;
if((!(typeof data9 == "number")) && (data9 !== null)){
validate26.errors = [{instancePath:instancePath+"/settings/" + i0+"/minimum",keyword:"type"}];
return false;
}
var valid3 = _errs21 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data6.maximum !== undefined){
let data10 = data6.maximum;
const _errs23 = errors;
if((!(typeof data10 == "number")) && (data10 !== null)){
validate26.errors = [{instancePath:instancePath+"/settings/" + i0+"/maximum",keyword:"type"}];
return false;
}
var valid3 = _errs23 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data6.unit !== undefined){
let data11 = data6.unit;
const _errs25 = errors;
if(!((((data11 === "milliseconds") || (data11 === "bytes")) || (data11 === "count")) || (data11 === "flag"))){
validate26.errors = [{instancePath:instancePath+"/settings/" + i0+"/unit",keyword:"enum"}];
return false;
}
var valid3 = _errs25 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data6.kinds !== undefined){
let data12 = data6.kinds;
const _errs26 = errors;
if(errors === _errs26){
if(Array.isArray(data12)){
var valid4 = true;
const len1 = data12.length;
for(let i1=0; i1<len1; i1++){
let data13 = data12[i1];
const _errs28 = errors;
if(!((((data13 === "kafka") || (data13 === "objectStorage")) || (data13 === "kinesis")) || (data13 === "postgres"))){
validate26.errors = [{instancePath:instancePath+"/settings/" + i0+"/kinds/" + i1,keyword:"enum"}];
return false;
}
var valid4 = _errs28 === errors;
if(!valid4){
break;
}
}
}
else {
validate26.errors = [{instancePath:instancePath+"/settings/" + i0+"/kinds",keyword:"type"}];
return false;
}
}
var valid3 = _errs26 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data6.meaning !== undefined){
const _errs29 = errors;
if(typeof data6.meaning !== "string"){
validate26.errors = [{instancePath:instancePath+"/settings/" + i0+"/meaning",keyword:"type"}];
return false;
}
var valid3 = _errs29 === errors;
}
else {
var valid3 = true;
}
}
}
}
}
}
}
}
}
}
else {
validate26.errors = [{instancePath:instancePath+"/settings/" + i0,keyword:"type"}];
return false;
}
}
var valid2 = _errs15 === errors;
if(!valid2){
break;
}
}
}
else {
validate26.errors = [{instancePath:instancePath+"/settings",keyword:"type"}];
return false;
}
}
var valid0 = _errs13 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
validate26.errors = vErrors;
return errors === 0;
}
const pattern8 = new RegExp("^[0-9a-f]{40}([0-9a-f]{24})?$", "u");
function validate28(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if((!(data && typeof data == "object" && !Array.isArray(data))) && (data !== null)){
validate28.errors = [{instancePath,keyword:"type"}];
return false;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.ref === undefined) && (missing0 = "ref")) || ((data.commit === undefined) && (missing0 = "commit"))){
validate28.errors = [{instancePath,keyword:"required"}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "ref") || (key0 === "commit"))){
validate28.errors = [{instancePath,keyword:"additionalProperties"}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.ref !== undefined){
let data0 = data.ref;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(!pattern1.test(data0)){
validate28.errors = [{instancePath:instancePath+"/ref",keyword:"pattern"}];
return false;
}
}
else {
validate28.errors = [{instancePath:instancePath+"/ref",keyword:"type"}];
return false;
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.commit !== undefined){
let data1 = data.commit;
const _errs4 = errors;
if(errors === _errs4){
if(typeof data1 === "string"){
if(!pattern8.test(data1)){
validate28.errors = [{instancePath:instancePath+"/commit",keyword:"pattern"}];
return false;
}
}
else {
validate28.errors = [{instancePath:instancePath+"/commit",keyword:"type"}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
validate28.errors = vErrors;
return errors === 0;
}
function validate31(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(!((typeof data == "number") && (!(data % 1) && !isNaN(data)))){
validate31.errors = [{instancePath,keyword:"type"}];
return false;
}
if(errors === 0){
if(typeof data == "number"){
if(data < 0 || isNaN(data)){
validate31.errors = [{instancePath,keyword:"minimum"}];
return false;
}
}
}
validate31.errors = vErrors;
return errors === 0;
}
const pattern9 = new RegExp("^sha256:[0-9a-f]{64}$", "u");
function validate33(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(typeof data === "string"){
if(!pattern9.test(data)){
validate33.errors = [{instancePath,keyword:"pattern"}];
return false;
}
}
else {
validate33.errors = [{instancePath,keyword:"type"}];
return false;
}
}
validate33.errors = vErrors;
return errors === 0;
}
const pattern10 = new RegExp("^[0-9.]+%?$", "u");
function validate35(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if((!(data && typeof data == "object" && !Array.isArray(data))) && (data !== null)){
validate35.errors = [{instancePath,keyword:"type"}];
return false;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.pipes === undefined) && (missing0 = "pipes")) || ((data.rule === undefined) && (missing0 = "rule"))){
validate35.errors = [{instancePath,keyword:"required"}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "pipes") || (key0 === "rule"))){
validate35.errors = [{instancePath,keyword:"additionalProperties"}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.pipes !== undefined){
const _errs2 = errors;
if(!(validate31(data.pipes, {instancePath:instancePath+"/pipes",parentData:data,parentDataProperty:"pipes",rootData}))){
vErrors = vErrors === null ? validate31.errors : vErrors.concat(validate31.errors);
errors = vErrors.length;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.rule !== undefined){
let data1 = data.rule;
const _errs3 = errors;
if(errors === _errs3){
if(typeof data1 === "string"){
if(!pattern10.test(data1)){
validate35.errors = [{instancePath:instancePath+"/rule",keyword:"pattern"}];
return false;
}
}
else {
validate35.errors = [{instancePath:instancePath+"/rule",keyword:"type"}];
return false;
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
validate35.errors = vErrors;
return errors === 0;
}
function validate38(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(!((((data === "config") || (data === "drift")) || (data === "conflict")) || (data === "adopt"))){
validate38.errors = [{instancePath,keyword:"enum"}];
return false;
}
validate38.errors = vErrors;
return errors === 0;
}
function validate40(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if((!(data && typeof data == "object" && !Array.isArray(data))) && (data !== null)){
validate40.errors = [{instancePath,keyword:"type"}];
return false;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.index === undefined) && (missing0 = "index")) || ((data.total === undefined) && (missing0 = "total"))){
validate40.errors = [{instancePath,keyword:"required"}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "index") || (key0 === "total"))){
validate40.errors = [{instancePath,keyword:"additionalProperties"}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.index !== undefined){
let data0 = data.index;
const _errs2 = errors;
if(!((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0)))){
validate40.errors = [{instancePath:instancePath+"/index",keyword:"type"}];
return false;
}
if(errors === _errs2){
if(typeof data0 == "number"){
if(data0 > 10000 || isNaN(data0)){
validate40.errors = [{instancePath:instancePath+"/index",keyword:"maximum"}];
return false;
}
else {
if(data0 < 1 || isNaN(data0)){
validate40.errors = [{instancePath:instancePath+"/index",keyword:"minimum"}];
return false;
}
}
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.total !== undefined){
let data1 = data.total;
const _errs4 = errors;
if(!((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1)))){
validate40.errors = [{instancePath:instancePath+"/total",keyword:"type"}];
return false;
}
if(errors === _errs4){
if(typeof data1 == "number"){
if(data1 > 10000 || isNaN(data1)){
validate40.errors = [{instancePath:instancePath+"/total",keyword:"maximum"}];
return false;
}
else {
if(data1 < 1 || isNaN(data1)){
validate40.errors = [{instancePath:instancePath+"/total",keyword:"minimum"}];
return false;
}
}
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
validate40.errors = vErrors;
return errors === 0;
}
function validate30(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if((!(data && typeof data == "object" && !Array.isArray(data))) && (data !== null)){
validate30.errors = [{instancePath,keyword:"type"}];
return false;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((((((data.fleet === undefined) && (missing0 = "fleet")) || ((data.configuration === undefined) && (missing0 = "configuration"))) || ((data.changeLimit === undefined) && (missing0 = "changeLimit"))) || ((data.target === undefined) && (missing0 = "target"))) || ((data.exclude === undefined) && (missing0 = "exclude"))) || ((data.onlyOrigin === undefined) && (missing0 = "onlyOrigin"))) || ((data.shard === undefined) && (missing0 = "shard"))) || ((data.run === undefined) && (missing0 = "run"))){
validate30.errors = [{instancePath,keyword:"required"}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((((((((key0 === "fleet") || (key0 === "configuration")) || (key0 === "changeLimit")) || (key0 === "target")) || (key0 === "exclude")) || (key0 === "onlyOrigin")) || (key0 === "shard")) || (key0 === "run"))){
validate30.errors = [{instancePath,keyword:"additionalProperties"}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.fleet !== undefined){
const _errs2 = errors;
if(!(validate31(data.fleet, {instancePath:instancePath+"/fleet",parentData:data,parentDataProperty:"fleet",rootData}))){
vErrors = vErrors === null ? validate31.errors : vErrors.concat(validate31.errors);
errors = vErrors.length;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.configuration !== undefined){
const _errs3 = errors;
if(!(validate33(data.configuration, {instancePath:instancePath+"/configuration",parentData:data,parentDataProperty:"configuration",rootData}))){
vErrors = vErrors === null ? validate33.errors : vErrors.concat(validate33.errors);
errors = vErrors.length;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.changeLimit !== undefined){
const _errs4 = errors;
if(!(validate35(data.changeLimit, {instancePath:instancePath+"/changeLimit",parentData:data,parentDataProperty:"changeLimit",rootData}))){
vErrors = vErrors === null ? validate35.errors : vErrors.concat(validate35.errors);
errors = vErrors.length;
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.target !== undefined){
let data3 = data.target;
const _errs5 = errors;
if(errors === _errs5){
if(Array.isArray(data3)){
var valid1 = true;
const len0 = data3.length;
for(let i0=0; i0<len0; i0++){
const _errs7 = errors;
if(typeof data3[i0] !== "string"){
validate30.errors = [{instancePath:instancePath+"/target/" + i0,keyword:"type"}];
return false;
}
var valid1 = _errs7 === errors;
if(!valid1){
break;
}
}
}
else {
validate30.errors = [{instancePath:instancePath+"/target",keyword:"type"}];
return false;
}
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.exclude !== undefined){
let data5 = data.exclude;
const _errs9 = errors;
if(errors === _errs9){
if(Array.isArray(data5)){
var valid2 = true;
const len1 = data5.length;
for(let i1=0; i1<len1; i1++){
const _errs11 = errors;
if(typeof data5[i1] !== "string"){
validate30.errors = [{instancePath:instancePath+"/exclude/" + i1,keyword:"type"}];
return false;
}
var valid2 = _errs11 === errors;
if(!valid2){
break;
}
}
}
else {
validate30.errors = [{instancePath:instancePath+"/exclude",keyword:"type"}];
return false;
}
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.onlyOrigin !== undefined){
let data7 = data.onlyOrigin;
const _errs13 = errors;
if((!(Array.isArray(data7))) && (data7 !== null)){
validate30.errors = [{instancePath:instancePath+"/onlyOrigin",keyword:"type"}];
return false;
}
if(errors === _errs13){
if(Array.isArray(data7)){
var valid3 = true;
const len2 = data7.length;
for(let i2=0; i2<len2; i2++){
const _errs15 = errors;
if(!(validate38(data7[i2], {instancePath:instancePath+"/onlyOrigin/" + i2,parentData:data7,parentDataProperty:i2,rootData}))){
vErrors = vErrors === null ? validate38.errors : vErrors.concat(validate38.errors);
errors = vErrors.length;
}
var valid3 = _errs15 === errors;
if(!valid3){
break;
}
}
}
}
var valid0 = _errs13 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.shard !== undefined){
const _errs16 = errors;
if(!(validate40(data.shard, {instancePath:instancePath+"/shard",parentData:data,parentDataProperty:"shard",rootData}))){
vErrors = vErrors === null ? validate40.errors : vErrors.concat(validate40.errors);
errors = vErrors.length;
}
var valid0 = _errs16 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.run !== undefined){
let data10 = data.run;
const _errs17 = errors;
if((typeof data10 !== "string") && (data10 !== null)){
validate30.errors = [{instancePath:instancePath+"/run",keyword:"type"}];
return false;
}
var valid0 = _errs17 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
}
validate30.errors = vErrors;
return errors === 0;
}
function validate43(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((((((data.total === undefined) && (missing0 = "total")) || ((data.unchanged === undefined) && (missing0 = "unchanged"))) || ((data.update === undefined) && (missing0 = "update"))) || ((data.refused === undefined) && (missing0 = "refused"))) || ((data.error === undefined) && (missing0 = "error"))) || ((data.changes === undefined) && (missing0 = "changes"))) || ((data.requests === undefined) && (missing0 = "requests"))){
validate43.errors = [{instancePath,keyword:"required"}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(((((((key0 === "total") || (key0 === "unchanged")) || (key0 === "update")) || (key0 === "refused")) || (key0 === "error")) || (key0 === "changes")) || (key0 === "requests"))){
validate43.errors = [{instancePath,keyword:"additionalProperties"}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.total !== undefined){
const _errs2 = errors;
if(!(validate31(data.total, {instancePath:instancePath+"/total",parentData:data,parentDataProperty:"total",rootData}))){
vErrors = vErrors === null ? validate31.errors : vErrors.concat(validate31.errors);
errors = vErrors.length;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.unchanged !== undefined){
const _errs3 = errors;
if(!(validate31(data.unchanged, {instancePath:instancePath+"/unchanged",parentData:data,parentDataProperty:"unchanged",rootData}))){
vErrors = vErrors === null ? validate31.errors : vErrors.concat(validate31.errors);
errors = vErrors.length;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.update !== undefined){
const _errs4 = errors;
if(!(validate31(data.update, {instancePath:instancePath+"/update",parentData:data,parentDataProperty:"update",rootData}))){
vErrors = vErrors === null ? validate31.errors : vErrors.concat(validate31.errors);
errors = vErrors.length;
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.refused !== undefined){
const _errs5 = errors;
if(!(validate31(data.refused, {instancePath:instancePath+"/refused",parentData:data,parentDataProperty:"refused",rootData}))){
vErrors = vErrors === null ? validate31.errors : vErrors.concat(validate31.errors);
errors = vErrors.length;
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.error !== undefined){
const _errs6 = errors;
if(!(validate31(data.error, {instancePath:instancePath+"/error",parentData:data,parentDataProperty:"error",rootData}))){
vErrors = vErrors === null ? validate31.errors : vErrors.concat(validate31.errors);
errors = vErrors.length;
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.changes !== undefined){
const _errs7 = errors;
if(!(validate31(data.changes, {instancePath:instancePath+"/changes",parentData:data,parentDataProperty:"changes",rootData}))){
vErrors = vErrors === null ? validate31.errors : vErrors.concat(validate31.errors);
errors = vErrors.length;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.requests !== undefined){
const _errs8 = errors;
if(!(validate31(data.requests, {instancePath:instancePath+"/requests",parentData:data,parentDataProperty:"requests",rootData}))){
vErrors = vErrors === null ? validate31.errors : vErrors.concat(validate31.errors);
errors = vErrors.length;
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
else {
validate43.errors = [{instancePath,keyword:"type"}];
return false;
}
}
validate43.errors = vErrors;
return errors === 0;
}
function validate53(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((data.replicas === undefined) && (missing0 = "replicas")) || ((data.cpuMillicores === undefined) && (missing0 = "cpuMillicores"))) || ((data.memoryGb === undefined) && (missing0 = "memoryGb"))){
validate53.errors = [{instancePath,keyword:"required"}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(((key0 === "replicas") || (key0 === "cpuMillicores")) || (key0 === "memoryGb"))){
validate53.errors = [{instancePath,keyword:"additionalProperties"}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.replicas !== undefined){
const _errs2 = errors;
if(!(validate31(data.replicas, {instancePath:instancePath+"/replicas",parentData:data,parentDataProperty:"replicas",rootData}))){
vErrors = vErrors === null ? validate31.errors : vErrors.concat(validate31.errors);
errors = vErrors.length;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.cpuMillicores !== undefined){
let data1 = data.cpuMillicores;
const _errs3 = errors;
if(errors === _errs3){
if(typeof data1 == "number"){
if(data1 < 0 || isNaN(data1)){
validate53.errors = [{instancePath:instancePath+"/cpuMillicores",keyword:"minimum"}];
return false;
}
}
else {
validate53.errors = [{instancePath:instancePath+"/cpuMillicores",keyword:"type"}];
return false;
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.memoryGb !== undefined){
let data2 = data.memoryGb;
const _errs5 = errors;
if(errors === _errs5){
if(typeof data2 == "number"){
if(data2 < 0 || isNaN(data2)){
validate53.errors = [{instancePath:instancePath+"/memoryGb",keyword:"minimum"}];
return false;
}
}
else {
validate53.errors = [{instancePath:instancePath+"/memoryGb",keyword:"type"}];
return false;
}
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
else {
validate53.errors = [{instancePath,keyword:"type"}];
return false;
}
}
validate53.errors = vErrors;
return errors === 0;
}
function validate52(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.before === undefined) && (missing0 = "before")) || ((data.after === undefined) && (missing0 = "after"))){
validate52.errors = [{instancePath,keyword:"required"}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "before") || (key0 === "after"))){
validate52.errors = [{instancePath,keyword:"additionalProperties"}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.before !== undefined){
const _errs2 = errors;
if(!(validate53(data.before, {instancePath:instancePath+"/before",parentData:data,parentDataProperty:"before",rootData}))){
vErrors = vErrors === null ? validate53.errors : vErrors.concat(validate53.errors);
errors = vErrors.length;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.after !== undefined){
const _errs3 = errors;
if(!(validate53(data.after, {instancePath:instancePath+"/after",parentData:data,parentDataProperty:"after",rootData}))){
vErrors = vErrors === null ? validate53.errors : vErrors.concat(validate53.errors);
errors = vErrors.length;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
else {
validate52.errors = [{instancePath,keyword:"type"}];
return false;
}
}
validate52.errors = vErrors;
return errors === 0;
}
function validate58(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((((data.service === undefined) && (missing0 = "service")) || ((data.serviceId === undefined) && (missing0 = "serviceId"))) || ((data.managed === undefined) && (missing0 = "managed"))) || ((data.unmanaged === undefined) && (missing0 = "unmanaged"))) || ((data.gone === undefined) && (missing0 = "gone"))){
validate58.errors = [{instancePath,keyword:"required"}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(((((key0 === "service") || (key0 === "serviceId")) || (key0 === "managed")) || (key0 === "unmanaged")) || (key0 === "gone"))){
validate58.errors = [{instancePath,keyword:"additionalProperties"}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.service !== undefined){
const _errs2 = errors;
if(typeof data.service !== "string"){
validate58.errors = [{instancePath:instancePath+"/service",keyword:"type"}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.serviceId !== undefined){
const _errs4 = errors;
if(typeof data.serviceId !== "string"){
validate58.errors = [{instancePath:instancePath+"/serviceId",keyword:"type"}];
return false;
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.managed !== undefined){
const _errs6 = errors;
if(!(validate31(data.managed, {instancePath:instancePath+"/managed",parentData:data,parentDataProperty:"managed",rootData}))){
vErrors = vErrors === null ? validate31.errors : vErrors.concat(validate31.errors);
errors = vErrors.length;
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.unmanaged !== undefined){
let data3 = data.unmanaged;
const _errs7 = errors;
if(errors === _errs7){
if(Array.isArray(data3)){
var valid1 = true;
const len0 = data3.length;
for(let i0=0; i0<len0; i0++){
let data4 = data3[i0];
const _errs9 = errors;
if(errors === _errs9){
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
let missing1;
if(((data4.id === undefined) && (missing1 = "id")) || ((data4.name === undefined) && (missing1 = "name"))){
validate58.errors = [{instancePath:instancePath+"/unmanaged/" + i0,keyword:"required"}];
return false;
}
else {
const _errs11 = errors;
for(const key1 in data4){
if(!((key1 === "id") || (key1 === "name"))){
validate58.errors = [{instancePath:instancePath+"/unmanaged/" + i0,keyword:"additionalProperties"}];
return false;
break;
}
}
if(_errs11 === errors){
if(data4.id !== undefined){
const _errs12 = errors;
if(typeof data4.id !== "string"){
validate58.errors = [{instancePath:instancePath+"/unmanaged/" + i0+"/id",keyword:"type"}];
return false;
}
var valid2 = _errs12 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data4.name !== undefined){
const _errs14 = errors;
if(typeof data4.name !== "string"){
validate58.errors = [{instancePath:instancePath+"/unmanaged/" + i0+"/name",keyword:"type"}];
return false;
}
var valid2 = _errs14 === errors;
}
else {
var valid2 = true;
}
}
}
}
}
else {
validate58.errors = [{instancePath:instancePath+"/unmanaged/" + i0,keyword:"type"}];
return false;
}
}
var valid1 = _errs9 === errors;
if(!valid1){
break;
}
}
}
else {
validate58.errors = [{instancePath:instancePath+"/unmanaged",keyword:"type"}];
return false;
}
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.gone !== undefined){
let data7 = data.gone;
const _errs16 = errors;
if(errors === _errs16){
if(Array.isArray(data7)){
var valid3 = true;
const len1 = data7.length;
for(let i1=0; i1<len1; i1++){
const _errs18 = errors;
if(typeof data7[i1] !== "string"){
validate58.errors = [{instancePath:instancePath+"/gone/" + i1,keyword:"type"}];
return false;
}
var valid3 = _errs18 === errors;
if(!valid3){
break;
}
}
}
else {
validate58.errors = [{instancePath:instancePath+"/gone",keyword:"type"}];
return false;
}
}
var valid0 = _errs16 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
else {
validate58.errors = [{instancePath,keyword:"type"}];
return false;
}
}
validate58.errors = vErrors;
return errors === 0;
}
function validate61(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.policy === undefined) && (missing0 = "policy")) || ((data.reason === undefined) && (missing0 = "reason"))){
validate61.errors = [{instancePath,keyword:"required"}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "policy") || (key0 === "reason"))){
validate61.errors = [{instancePath,keyword:"additionalProperties"}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.policy !== undefined){
let data0 = data.policy;
const _errs2 = errors;
if(!((data0 === "freeze") || (data0 === "promotion"))){
validate61.errors = [{instancePath:instancePath+"/policy",keyword:"enum"}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.reason !== undefined){
let data1 = data.reason;
const _errs3 = errors;
if(errors === _errs3){
if(typeof data1 === "string"){
if(!pattern1.test(data1)){
validate61.errors = [{instancePath:instancePath+"/reason",keyword:"pattern"}];
return false;
}
}
else {
validate61.errors = [{instancePath:instancePath+"/reason",keyword:"type"}];
return false;
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
else {
validate61.errors = [{instancePath,keyword:"type"}];
return false;
}
}
validate61.errors = vErrors;
return errors === 0;
}
const schema22 = {"properties":{"name":true,"service":true,"serviceId":true,"id":true,"liveName":true,"source":true,"state":true,"requestId":true,"status":true,"location":true,"changes":true,"acknowledged":true,"notSelected":true,"notReviewed":true,"requests":true,"basis":true,"live":true,"recommendation":true,"diagnostics":true}};
function validate64(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(typeof data === "string"){
if(!pattern1.test(data)){
validate64.errors = [{instancePath,keyword:"pattern"}];
return false;
}
}
else {
validate64.errors = [{instancePath,keyword:"type"}];
return false;
}
}
validate64.errors = vErrors;
return errors === 0;
}
function validate72(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if((typeof data !== "string") && (data !== null)){
validate72.errors = [{instancePath,keyword:"type"}];
return false;
}
validate72.errors = vErrors;
return errors === 0;
}
function validate80(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((((data.file === undefined) && (missing0 = "file")) || ((data.line === undefined) && (missing0 = "line"))) || ((data.column === undefined) && (missing0 = "column"))) || ((data.endLine === undefined) && (missing0 = "endLine"))) || ((data.endColumn === undefined) && (missing0 = "endColumn"))){
validate80.errors = [{instancePath,keyword:"required"}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(((((key0 === "file") || (key0 === "line")) || (key0 === "column")) || (key0 === "endLine")) || (key0 === "endColumn"))){
validate80.errors = [{instancePath,keyword:"additionalProperties"}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.file !== undefined){
let data0 = data.file;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(!pattern1.test(data0)){
validate80.errors = [{instancePath:instancePath+"/file",keyword:"pattern"}];
return false;
}
}
else {
validate80.errors = [{instancePath:instancePath+"/file",keyword:"type"}];
return false;
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.line !== undefined){
let data1 = data.line;
const _errs4 = errors;
if(!((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1)))){
validate80.errors = [{instancePath:instancePath+"/line",keyword:"type"}];
return false;
}
if(errors === _errs4){
if(typeof data1 == "number"){
if(data1 < 1 || isNaN(data1)){
validate80.errors = [{instancePath:instancePath+"/line",keyword:"minimum"}];
return false;
}
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.column !== undefined){
let data2 = data.column;
const _errs6 = errors;
if(!((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2)))){
validate80.errors = [{instancePath:instancePath+"/column",keyword:"type"}];
return false;
}
if(errors === _errs6){
if(typeof data2 == "number"){
if(data2 < 1 || isNaN(data2)){
validate80.errors = [{instancePath:instancePath+"/column",keyword:"minimum"}];
return false;
}
}
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.endLine !== undefined){
let data3 = data.endLine;
const _errs8 = errors;
if(!((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3)))){
validate80.errors = [{instancePath:instancePath+"/endLine",keyword:"type"}];
return false;
}
if(errors === _errs8){
if(typeof data3 == "number"){
if(data3 < 1 || isNaN(data3)){
validate80.errors = [{instancePath:instancePath+"/endLine",keyword:"minimum"}];
return false;
}
}
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.endColumn !== undefined){
let data4 = data.endColumn;
const _errs10 = errors;
if(!((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4)))){
validate80.errors = [{instancePath:instancePath+"/endColumn",keyword:"type"}];
return false;
}
if(errors === _errs10){
if(typeof data4 == "number"){
if(data4 < 1 || isNaN(data4)){
validate80.errors = [{instancePath:instancePath+"/endColumn",keyword:"minimum"}];
return false;
}
}
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
else {
validate80.errors = [{instancePath,keyword:"type"}];
return false;
}
}
validate80.errors = vErrors;
return errors === 0;
}
const pattern17 = new RegExp("^(settings|scaling)\\..+$", "u");
function validate84(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if((!(data && typeof data == "object" && !Array.isArray(data))) && (data !== null)){
validate84.errors = [{instancePath,keyword:"type"}];
return false;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.min === undefined) && (missing0 = "min")) || ((data.max === undefined) && (missing0 = "max"))){
validate84.errors = [{instancePath,keyword:"required"}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "min") || (key0 === "max"))){
validate84.errors = [{instancePath,keyword:"additionalProperties"}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.min !== undefined){
const _errs2 = errors;
if(!(typeof data.min == "number")){
validate84.errors = [{instancePath:instancePath+"/min",keyword:"type"}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.max !== undefined){
const _errs4 = errors;
if(!(typeof data.max == "number")){
validate84.errors = [{instancePath:instancePath+"/max",keyword:"type"}];
return false;
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
validate84.errors = vErrors;
return errors === 0;
}
function validate83(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((((data.path === undefined) && (missing0 = "path")) || ((data.before === undefined) && (missing0 = "before"))) || ((data.after === undefined) && (missing0 = "after"))) || ((data.band === undefined) && (missing0 = "band"))) || ((data.origin === undefined) && (missing0 = "origin"))) || ((data.location === undefined) && (missing0 = "location"))){
validate83.errors = [{instancePath,keyword:"required"}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((((((key0 === "path") || (key0 === "before")) || (key0 === "after")) || (key0 === "band")) || (key0 === "origin")) || (key0 === "location"))){
validate83.errors = [{instancePath,keyword:"additionalProperties"}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.path !== undefined){
let data0 = data.path;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(!pattern17.test(data0)){
validate83.errors = [{instancePath:instancePath+"/path",keyword:"pattern"}];
return false;
}
}
else {
validate83.errors = [{instancePath:instancePath+"/path",keyword:"type"}];
return false;
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.after !== undefined){
let data1 = data.after;
const _errs4 = errors;
if(((!(typeof data1 == "number")) && (typeof data1 !== "boolean")) && (data1 !== null)){
validate83.errors = [{instancePath:instancePath+"/after",keyword:"type"}];
return false;
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.band !== undefined){
const _errs6 = errors;
if(!(validate84(data.band, {instancePath:instancePath+"/band",parentData:data,parentDataProperty:"band",rootData}))){
vErrors = vErrors === null ? validate84.errors : vErrors.concat(validate84.errors);
errors = vErrors.length;
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.origin !== undefined){
let data3 = data.origin;
const _errs7 = errors;
if(!(((((data3 === "config") || (data3 === "drift")) || (data3 === "conflict")) || (data3 === "adopt")) || (data3 === null))){
validate83.errors = [{instancePath:instancePath+"/origin",keyword:"enum"}];
return false;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.location !== undefined){
const _errs8 = errors;
if(!(validate80(data.location, {instancePath:instancePath+"/location",parentData:data,parentDataProperty:"location",rootData}))){
vErrors = vErrors === null ? validate80.errors : vErrors.concat(validate80.errors);
errors = vErrors.length;
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
else {
validate83.errors = [{instancePath,keyword:"type"}];
return false;
}
}
validate83.errors = vErrors;
return errors === 0;
}
function validate82(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(Array.isArray(data)){
var valid0 = true;
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
const _errs1 = errors;
if(!(validate83(data[i0], {instancePath:instancePath+"/" + i0,parentData:data,parentDataProperty:i0,rootData}))){
vErrors = vErrors === null ? validate83.errors : vErrors.concat(validate83.errors);
errors = vErrors.length;
}
var valid0 = _errs1 === errors;
if(!valid0){
break;
}
}
}
else {
validate82.errors = [{instancePath,keyword:"type"}];
return false;
}
}
validate82.errors = vErrors;
return errors === 0;
}
function validate92(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(typeof data === "string"){
if(!pattern17.test(data)){
validate92.errors = [{instancePath,keyword:"pattern"}];
return false;
}
}
else {
validate92.errors = [{instancePath,keyword:"type"}];
return false;
}
}
validate92.errors = vErrors;
return errors === 0;
}
function validate94(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
validate94.errors = null;
return true;
}
function validate96(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(((!(typeof data == "number")) && (typeof data !== "boolean")) && (data !== null)){
validate96.errors = [{instancePath,keyword:"type"}];
return false;
}
validate96.errors = vErrors;
return errors === 0;
}
function validate100(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(!(((((data === "config") || (data === "drift")) || (data === "conflict")) || (data === "adopt")) || (data === null))){
validate100.errors = [{instancePath,keyword:"enum"}];
return false;
}
validate100.errors = vErrors;
return errors === 0;
}
const pattern21 = new RegExp("^\\d{4}-\\d\\d-\\d\\d$", "u");
function validate91(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((((((data.path === undefined) && (missing0 = "path")) || ((data.before === undefined) && (missing0 = "before"))) || ((data.after === undefined) && (missing0 = "after"))) || ((data.band === undefined) && (missing0 = "band"))) || ((data.origin === undefined) && (missing0 = "origin"))) || ((data.location === undefined) && (missing0 = "location"))) || ((data.reason === undefined) && (missing0 = "reason"))) || ((data.until === undefined) && (missing0 = "until"))){
validate91.errors = [{instancePath,keyword:"required"}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((((((((key0 === "path") || (key0 === "before")) || (key0 === "after")) || (key0 === "band")) || (key0 === "origin")) || (key0 === "location")) || (key0 === "reason")) || (key0 === "until"))){
validate91.errors = [{instancePath,keyword:"additionalProperties"}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.path !== undefined){
const _errs2 = errors;
if(!(validate92(data.path, {instancePath:instancePath+"/path",parentData:data,parentDataProperty:"path",rootData}))){
vErrors = vErrors === null ? validate92.errors : vErrors.concat(validate92.errors);
errors = vErrors.length;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.before !== undefined){
const _errs3 = errors;
if(!(validate94(data.before, {instancePath:instancePath+"/before",parentData:data,parentDataProperty:"before",rootData}))){
vErrors = vErrors === null ? validate94.errors : vErrors.concat(validate94.errors);
errors = vErrors.length;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.after !== undefined){
const _errs4 = errors;
if(!(validate96(data.after, {instancePath:instancePath+"/after",parentData:data,parentDataProperty:"after",rootData}))){
vErrors = vErrors === null ? validate96.errors : vErrors.concat(validate96.errors);
errors = vErrors.length;
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.band !== undefined){
const _errs5 = errors;
if(!(validate84(data.band, {instancePath:instancePath+"/band",parentData:data,parentDataProperty:"band",rootData}))){
vErrors = vErrors === null ? validate84.errors : vErrors.concat(validate84.errors);
errors = vErrors.length;
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.origin !== undefined){
const _errs6 = errors;
if(!(validate100(data.origin, {instancePath:instancePath+"/origin",parentData:data,parentDataProperty:"origin",rootData}))){
vErrors = vErrors === null ? validate100.errors : vErrors.concat(validate100.errors);
errors = vErrors.length;
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.location !== undefined){
const _errs7 = errors;
if(!(validate80(data.location, {instancePath:instancePath+"/location",parentData:data,parentDataProperty:"location",rootData}))){
vErrors = vErrors === null ? validate80.errors : vErrors.concat(validate80.errors);
errors = vErrors.length;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.reason !== undefined){
const _errs8 = errors;
if(typeof data.reason !== "string"){
validate91.errors = [{instancePath:instancePath+"/reason",keyword:"type"}];
return false;
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.until !== undefined){
let data7 = data.until;
const _errs10 = errors;
if(errors === _errs10){
if(typeof data7 === "string"){
if(!pattern21.test(data7)){
validate91.errors = [{instancePath:instancePath+"/until",keyword:"pattern"}];
return false;
}
}
else {
validate91.errors = [{instancePath:instancePath+"/until",keyword:"type"}];
return false;
}
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
else {
validate91.errors = [{instancePath,keyword:"type"}];
return false;
}
}
validate91.errors = vErrors;
return errors === 0;
}
function validate90(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(Array.isArray(data)){
var valid0 = true;
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
const _errs1 = errors;
if(!(validate91(data[i0], {instancePath:instancePath+"/" + i0,parentData:data,parentDataProperty:i0,rootData}))){
vErrors = vErrors === null ? validate91.errors : vErrors.concat(validate91.errors);
errors = vErrors.length;
}
var valid0 = _errs1 === errors;
if(!valid0){
break;
}
}
}
else {
validate90.errors = [{instancePath,keyword:"type"}];
return false;
}
}
validate90.errors = vErrors;
return errors === 0;
}
function validate106(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(Array.isArray(data)){
if(data.length < 1){
validate106.errors = [{instancePath,keyword:"minItems"}];
return false;
}
else {
var valid0 = true;
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
const _errs1 = errors;
if(!(validate83(data[i0], {instancePath:instancePath+"/" + i0,parentData:data,parentDataProperty:i0,rootData}))){
vErrors = vErrors === null ? validate83.errors : vErrors.concat(validate83.errors);
errors = vErrors.length;
}
var valid0 = _errs1 === errors;
if(!valid0){
break;
}
}
}
}
else {
validate106.errors = [{instancePath,keyword:"type"}];
return false;
}
}
validate106.errors = vErrors;
return errors === 0;
}
function validate113(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(!((data === "PUT") || (data === "PATCH"))){
validate113.errors = [{instancePath,keyword:"enum"}];
return false;
}
validate113.errors = vErrors;
return errors === 0;
}
const pattern22 = new RegExp("^/v1/organizations/[^/]+/services/[^/]+/[^/]+/[^/]+/(settings|scaling)$", "u");
function validate115(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(typeof data === "string"){
if(!pattern22.test(data)){
validate115.errors = [{instancePath,keyword:"pattern"}];
return false;
}
}
else {
validate115.errors = [{instancePath,keyword:"type"}];
return false;
}
}
validate115.errors = vErrors;
return errors === 0;
}
function validate117(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length < 1){
validate117.errors = [{instancePath,keyword:"minProperties"}];
return false;
}
}
else {
validate117.errors = [{instancePath,keyword:"type"}];
return false;
}
}
validate117.errors = vErrors;
return errors === 0;
}
function validate112(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((data.method === undefined) && (missing0 = "method")) || ((data.path === undefined) && (missing0 = "path"))) || ((data.body === undefined) && (missing0 = "body"))){
validate112.errors = [{instancePath,keyword:"required"}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(((key0 === "method") || (key0 === "path")) || (key0 === "body"))){
validate112.errors = [{instancePath,keyword:"additionalProperties"}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.method !== undefined){
const _errs2 = errors;
if(!(validate113(data.method, {instancePath:instancePath+"/method",parentData:data,parentDataProperty:"method",rootData}))){
vErrors = vErrors === null ? validate113.errors : vErrors.concat(validate113.errors);
errors = vErrors.length;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.path !== undefined){
const _errs3 = errors;
if(!(validate115(data.path, {instancePath:instancePath+"/path",parentData:data,parentDataProperty:"path",rootData}))){
vErrors = vErrors === null ? validate115.errors : vErrors.concat(validate115.errors);
errors = vErrors.length;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.body !== undefined){
const _errs4 = errors;
if(!(validate117(data.body, {instancePath:instancePath+"/body",parentData:data,parentDataProperty:"body",rootData}))){
vErrors = vErrors === null ? validate117.errors : vErrors.concat(validate117.errors);
errors = vErrors.length;
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
else {
validate112.errors = [{instancePath,keyword:"type"}];
return false;
}
}
validate112.errors = vErrors;
return errors === 0;
}
function validate120(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if((typeof data !== "string") && (data !== null)){
validate120.errors = [{instancePath,keyword:"type"}];
return false;
}
if(errors === 0){
if(typeof data === "string"){
if(!pattern9.test(data)){
validate120.errors = [{instancePath,keyword:"pattern"}];
return false;
}
}
}
validate120.errors = vErrors;
return errors === 0;
}
function validate122(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if((!(data && typeof data == "object" && !Array.isArray(data))) && (data !== null)){
validate122.errors = [{instancePath,keyword:"type"}];
return false;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.settings === undefined) && (missing0 = "settings")) || ((data.scaling === undefined) && (missing0 = "scaling"))){
validate122.errors = [{instancePath,keyword:"required"}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((key0 === "settings") || (key0 === "scaling"))){
validate122.errors = [{instancePath,keyword:"additionalProperties"}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.settings !== undefined){
let data0 = data.settings;
const _errs2 = errors;
if((!(data0 && typeof data0 == "object" && !Array.isArray(data0))) && (data0 !== null)){
validate122.errors = [{instancePath:instancePath+"/settings",keyword:"type"}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.scaling !== undefined){
let data1 = data.scaling;
const _errs4 = errors;
if(errors === _errs4){
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
const _errs6 = errors;
for(const key1 in data1){
if(!((((key1 === "replicas") || (key1 === "concurrency")) || (key1 === "replicaCpuMillicores")) || (key1 === "replicaMemoryGb"))){
validate122.errors = [{instancePath:instancePath+"/scaling",keyword:"additionalProperties"}];
return false;
break;
}
}
if(_errs6 === errors){
if(data1.replicas !== undefined){
let data2 = data1.replicas;
const _errs7 = errors;
if((!(typeof data2 == "number")) && (data2 !== null)){
validate122.errors = [{instancePath:instancePath+"/scaling/replicas",keyword:"type"}];
return false;
}
var valid1 = _errs7 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.concurrency !== undefined){
let data3 = data1.concurrency;
const _errs9 = errors;
if((!(typeof data3 == "number")) && (data3 !== null)){
validate122.errors = [{instancePath:instancePath+"/scaling/concurrency",keyword:"type"}];
return false;
}
var valid1 = _errs9 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.replicaCpuMillicores !== undefined){
let data4 = data1.replicaCpuMillicores;
const _errs11 = errors;
if((!(typeof data4 == "number")) && (data4 !== null)){
validate122.errors = [{instancePath:instancePath+"/scaling/replicaCpuMillicores",keyword:"type"}];
return false;
}
var valid1 = _errs11 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data1.replicaMemoryGb !== undefined){
let data5 = data1.replicaMemoryGb;
const _errs13 = errors;
if((!(typeof data5 == "number")) && (data5 !== null)){
validate122.errors = [{instancePath:instancePath+"/scaling/replicaMemoryGb",keyword:"type"}];
return false;
}
var valid1 = _errs13 === errors;
}
else {
var valid1 = true;
}
}
}
}
}
}
else {
validate122.errors = [{instancePath:instancePath+"/scaling",keyword:"type"}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
validate122.errors = vErrors;
return errors === 0;
}
const schema52 = {"properties":{"check":true,"verdict":true,"current":true,"value":true,"target":true,"ratio":true,"tolerance":true,"stabilizationMs":true,"wanted":true,"stabilized":true,"replicas":true,"reason":true}};
function validate124(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if((!(data && typeof data == "object" && !Array.isArray(data))) && (data !== null)){
validate124.errors = [{instancePath,keyword:"type"}];
return false;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((((((((((data.check === undefined) && (missing0 = "check")) || ((data.verdict === undefined) && (missing0 = "verdict"))) || ((data.current === undefined) && (missing0 = "current"))) || ((data.value === undefined) && (missing0 = "value"))) || ((data.target === undefined) && (missing0 = "target"))) || ((data.ratio === undefined) && (missing0 = "ratio"))) || ((data.tolerance === undefined) && (missing0 = "tolerance"))) || ((data.stabilizationMs === undefined) && (missing0 = "stabilizationMs"))) || ((data.wanted === undefined) && (missing0 = "wanted"))) || ((data.stabilized === undefined) && (missing0 = "stabilized"))) || ((data.replicas === undefined) && (missing0 = "replicas"))) || ((data.reason === undefined) && (missing0 = "reason"))){
validate124.errors = [{instancePath,keyword:"required"}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(func2.call(schema52.properties, key0))){
validate124.errors = [{instancePath,keyword:"additionalProperties"}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.check !== undefined){
let data0 = data.check;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(!pattern1.test(data0)){
validate124.errors = [{instancePath:instancePath+"/check",keyword:"pattern"}];
return false;
}
}
else {
validate124.errors = [{instancePath:instancePath+"/check",keyword:"type"}];
return false;
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.verdict !== undefined){
let data1 = data.verdict;
const _errs4 = errors;
if(!((((data1 === "scale") || (data1 === "hold")) || (data1 === "no-data")) || (data1 === "error"))){
validate124.errors = [{instancePath:instancePath+"/verdict",keyword:"enum"}];
return false;
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.current !== undefined){
let data2 = data.current;
const _errs5 = errors;
if((!(typeof data2 == "number")) && (data2 !== null)){
validate124.errors = [{instancePath:instancePath+"/current",keyword:"type"}];
return false;
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.value !== undefined){
let data3 = data.value;
const _errs7 = errors;
if((!(typeof data3 == "number")) && (data3 !== null)){
validate124.errors = [{instancePath:instancePath+"/value",keyword:"type"}];
return false;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.target !== undefined){
let data4 = data.target;
const _errs9 = errors;
if(errors === _errs9){
if(typeof data4 == "number"){
if(data4 <= 0 || isNaN(data4)){
validate124.errors = [{instancePath:instancePath+"/target",keyword:"exclusiveMinimum"}];
return false;
}
}
else {
validate124.errors = [{instancePath:instancePath+"/target",keyword:"type"}];
return false;
}
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.ratio !== undefined){
let data5 = data.ratio;
const _errs11 = errors;
if((!(typeof data5 == "number")) && (data5 !== null)){
validate124.errors = [{instancePath:instancePath+"/ratio",keyword:"type"}];
return false;
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.tolerance !== undefined){
let data6 = data.tolerance;
const _errs13 = errors;
if(errors === _errs13){
if(typeof data6 == "number"){
if(data6 < 0 || isNaN(data6)){
validate124.errors = [{instancePath:instancePath+"/tolerance",keyword:"minimum"}];
return false;
}
}
else {
validate124.errors = [{instancePath:instancePath+"/tolerance",keyword:"type"}];
return false;
}
}
var valid0 = _errs13 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.stabilizationMs !== undefined){
const _errs15 = errors;
if(!(validate31(data.stabilizationMs, {instancePath:instancePath+"/stabilizationMs",parentData:data,parentDataProperty:"stabilizationMs",rootData}))){
vErrors = vErrors === null ? validate31.errors : vErrors.concat(validate31.errors);
errors = vErrors.length;
}
var valid0 = _errs15 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.wanted !== undefined){
let data8 = data.wanted;
const _errs16 = errors;
if((!(typeof data8 == "number")) && (data8 !== null)){
validate124.errors = [{instancePath:instancePath+"/wanted",keyword:"type"}];
return false;
}
var valid0 = _errs16 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.stabilized !== undefined){
let data9 = data.stabilized;
const _errs18 = errors;
if((!(typeof data9 == "number")) && (data9 !== null)){
validate124.errors = [{instancePath:instancePath+"/stabilized",keyword:"type"}];
return false;
}
var valid0 = _errs18 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.replicas !== undefined){
let data10 = data.replicas;
const _errs20 = errors;
if((!(typeof data10 == "number")) && (data10 !== null)){
validate124.errors = [{instancePath:instancePath+"/replicas",keyword:"type"}];
return false;
}
var valid0 = _errs20 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.reason !== undefined){
const _errs22 = errors;
if(typeof data.reason !== "string"){
validate124.errors = [{instancePath:instancePath+"/reason",keyword:"type"}];
return false;
}
var valid0 = _errs22 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
validate124.errors = vErrors;
return errors === 0;
}
const schema55 = {"properties":{"severity":true,"code":true,"summary":true,"detail":true,"hint":true,"file":true,"line":true,"column":true,"endLine":true,"endColumn":true}};
const pattern25 = new RegExp("^[a-z]+(-[a-z]+)*$", "u");
function validate131(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((((((((data.severity === undefined) && (missing0 = "severity")) || ((data.code === undefined) && (missing0 = "code"))) || ((data.summary === undefined) && (missing0 = "summary"))) || ((data.detail === undefined) && (missing0 = "detail"))) || ((data.hint === undefined) && (missing0 = "hint"))) || ((data.file === undefined) && (missing0 = "file"))) || ((data.line === undefined) && (missing0 = "line"))) || ((data.column === undefined) && (missing0 = "column"))) || ((data.endLine === undefined) && (missing0 = "endLine"))) || ((data.endColumn === undefined) && (missing0 = "endColumn"))){
validate131.errors = [{instancePath,keyword:"required"}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(func2.call(schema55.properties, key0))){
validate131.errors = [{instancePath,keyword:"additionalProperties"}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.severity !== undefined){
let data0 = data.severity;
const _errs2 = errors;
if(!(((data0 === "error") || (data0 === "warning")) || (data0 === "note"))){
validate131.errors = [{instancePath:instancePath+"/severity",keyword:"enum"}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.code !== undefined){
let data1 = data.code;
const _errs3 = errors;
if(errors === _errs3){
if(typeof data1 === "string"){
if(!pattern25.test(data1)){
validate131.errors = [{instancePath:instancePath+"/code",keyword:"pattern"}];
return false;
}
}
else {
validate131.errors = [{instancePath:instancePath+"/code",keyword:"type"}];
return false;
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.summary !== undefined){
let data2 = data.summary;
const _errs5 = errors;
if(errors === _errs5){
if(typeof data2 === "string"){
if(!pattern1.test(data2)){
validate131.errors = [{instancePath:instancePath+"/summary",keyword:"pattern"}];
return false;
}
}
else {
validate131.errors = [{instancePath:instancePath+"/summary",keyword:"type"}];
return false;
}
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.detail !== undefined){
let data3 = data.detail;
const _errs7 = errors;
if((typeof data3 !== "string") && (data3 !== null)){
validate131.errors = [{instancePath:instancePath+"/detail",keyword:"type"}];
return false;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.hint !== undefined){
let data4 = data.hint;
const _errs9 = errors;
if((typeof data4 !== "string") && (data4 !== null)){
validate131.errors = [{instancePath:instancePath+"/hint",keyword:"type"}];
return false;
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.file !== undefined){
let data5 = data.file;
const _errs11 = errors;
if((typeof data5 !== "string") && (data5 !== null)){
validate131.errors = [{instancePath:instancePath+"/file",keyword:"type"}];
return false;
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.line !== undefined){
let data6 = data.line;
const _errs13 = errors;
if((!((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6)))) && (data6 !== null)){
validate131.errors = [{instancePath:instancePath+"/line",keyword:"type"}];
return false;
}
if(errors === _errs13){
if(typeof data6 == "number"){
if(data6 < 1 || isNaN(data6)){
validate131.errors = [{instancePath:instancePath+"/line",keyword:"minimum"}];
return false;
}
}
}
var valid0 = _errs13 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.column !== undefined){
let data7 = data.column;
const _errs15 = errors;
if((!((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7)))) && (data7 !== null)){
validate131.errors = [{instancePath:instancePath+"/column",keyword:"type"}];
return false;
}
if(errors === _errs15){
if(typeof data7 == "number"){
if(data7 < 1 || isNaN(data7)){
validate131.errors = [{instancePath:instancePath+"/column",keyword:"minimum"}];
return false;
}
}
}
var valid0 = _errs15 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.endLine !== undefined){
let data8 = data.endLine;
const _errs17 = errors;
if((!((typeof data8 == "number") && (!(data8 % 1) && !isNaN(data8)))) && (data8 !== null)){
validate131.errors = [{instancePath:instancePath+"/endLine",keyword:"type"}];
return false;
}
if(errors === _errs17){
if(typeof data8 == "number"){
if(data8 < 1 || isNaN(data8)){
validate131.errors = [{instancePath:instancePath+"/endLine",keyword:"minimum"}];
return false;
}
}
}
var valid0 = _errs17 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.endColumn !== undefined){
let data9 = data.endColumn;
const _errs19 = errors;
if((!((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9)))) && (data9 !== null)){
validate131.errors = [{instancePath:instancePath+"/endColumn",keyword:"type"}];
return false;
}
if(errors === _errs19){
if(typeof data9 == "number"){
if(data9 < 1 || isNaN(data9)){
validate131.errors = [{instancePath:instancePath+"/endColumn",keyword:"minimum"}];
return false;
}
}
}
var valid0 = _errs19 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate131.errors = [{instancePath,keyword:"type"}];
return false;
}
}
validate131.errors = vErrors;
return errors === 0;
}
function validate127(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(Array.isArray(data)){
var valid0 = true;
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
const _errs1 = errors;
if(!(validate131(data[i0], {instancePath:instancePath+"/" + i0,parentData:data,parentDataProperty:i0,rootData}))){
vErrors = vErrors === null ? validate131.errors : vErrors.concat(validate131.errors);
errors = vErrors.length;
}
var valid0 = _errs1 === errors;
if(!valid0){
break;
}
}
}
else {
validate127.errors = [{instancePath,keyword:"type"}];
return false;
}
}
validate127.errors = vErrors;
return errors === 0;
}
function validate63(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs1 = errors;
let valid0 = true;
const _errs2 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.status !== undefined){
if("update" !== data.status){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
}
var _valid0 = _errs2 === errors;
errors = _errs1;
if(vErrors !== null){
if(_errs1){
vErrors.length = _errs1;
}
else {
vErrors = null;
}
}
let ifClause0;
if(_valid0){
const _errs4 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.changes !== undefined){
let data1 = data.changes;
const _errs5 = errors;
if(Array.isArray(data1)){
if(data1.length < 1){
validate63.errors = [{instancePath:instancePath+"/changes",keyword:"minItems"}];
return false;
}
}
var valid2 = _errs5 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data.requests !== undefined){
let data2 = data.requests;
const _errs6 = errors;
if(Array.isArray(data2)){
if(data2.length < 1){
validate63.errors = [{instancePath:instancePath+"/requests",keyword:"minItems"}];
return false;
}
}
var valid2 = _errs6 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data.live !== undefined){
let data3 = data.live;
const _errs7 = errors;
if(!(data3 && typeof data3 == "object" && !Array.isArray(data3))){
validate63.errors = [{instancePath:instancePath+"/live",keyword:"type"}];
return false;
}
var valid2 = _errs7 === errors;
}
else {
var valid2 = true;
}
}
}
}
var _valid0 = _errs4 === errors;
valid0 = _valid0;
ifClause0 = "then";
}
else {
const _errs9 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.requests !== undefined){
let data4 = data.requests;
if(Array.isArray(data4)){
if(data4.length > 0){
validate63.errors = [{instancePath:instancePath+"/requests",keyword:"maxItems"}];
return false;
}
}
}
}
var _valid0 = _errs9 === errors;
valid0 = _valid0;
ifClause0 = "else";
}
if(!valid0){
const err1 = {instancePath,keyword:"if"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
validate63.errors = vErrors;
return false;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((((((((((((((((data.name === undefined) && (missing0 = "name")) || ((data.service === undefined) && (missing0 = "service"))) || ((data.serviceId === undefined) && (missing0 = "serviceId"))) || ((data.id === undefined) && (missing0 = "id"))) || ((data.liveName === undefined) && (missing0 = "liveName"))) || ((data.source === undefined) && (missing0 = "source"))) || ((data.state === undefined) && (missing0 = "state"))) || ((data.requestId === undefined) && (missing0 = "requestId"))) || ((data.status === undefined) && (missing0 = "status"))) || ((data.location === undefined) && (missing0 = "location"))) || ((data.changes === undefined) && (missing0 = "changes"))) || ((data.acknowledged === undefined) && (missing0 = "acknowledged"))) || ((data.requests === undefined) && (missing0 = "requests"))) || ((data.basis === undefined) && (missing0 = "basis"))) || ((data.live === undefined) && (missing0 = "live"))) || ((data.recommendation === undefined) && (missing0 = "recommendation"))) || ((data.diagnostics === undefined) && (missing0 = "diagnostics"))){
validate63.errors = [{instancePath,keyword:"required"}];
return false;
}
else {
const _errs11 = errors;
for(const key0 in data){
if(!(func2.call(schema22.properties, key0))){
validate63.errors = [{instancePath,keyword:"additionalProperties"}];
return false;
break;
}
}
if(_errs11 === errors){
if(data.name !== undefined){
const _errs12 = errors;
if(!(validate64(data.name, {instancePath:instancePath+"/name",parentData:data,parentDataProperty:"name",rootData}))){
vErrors = vErrors === null ? validate64.errors : vErrors.concat(validate64.errors);
errors = vErrors.length;
}
var valid4 = _errs12 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data.service !== undefined){
const _errs13 = errors;
if(!(validate64(data.service, {instancePath:instancePath+"/service",parentData:data,parentDataProperty:"service",rootData}))){
vErrors = vErrors === null ? validate64.errors : vErrors.concat(validate64.errors);
errors = vErrors.length;
}
var valid4 = _errs13 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data.serviceId !== undefined){
const _errs14 = errors;
if(!(validate64(data.serviceId, {instancePath:instancePath+"/serviceId",parentData:data,parentDataProperty:"serviceId",rootData}))){
vErrors = vErrors === null ? validate64.errors : vErrors.concat(validate64.errors);
errors = vErrors.length;
}
var valid4 = _errs14 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data.id !== undefined){
const _errs15 = errors;
if(!(validate64(data.id, {instancePath:instancePath+"/id",parentData:data,parentDataProperty:"id",rootData}))){
vErrors = vErrors === null ? validate64.errors : vErrors.concat(validate64.errors);
errors = vErrors.length;
}
var valid4 = _errs15 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data.liveName !== undefined){
const _errs16 = errors;
if(!(validate72(data.liveName, {instancePath:instancePath+"/liveName",parentData:data,parentDataProperty:"liveName",rootData}))){
vErrors = vErrors === null ? validate72.errors : vErrors.concat(validate72.errors);
errors = vErrors.length;
}
var valid4 = _errs16 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data.source !== undefined){
const _errs17 = errors;
if(!(validate72(data.source, {instancePath:instancePath+"/source",parentData:data,parentDataProperty:"source",rootData}))){
vErrors = vErrors === null ? validate72.errors : vErrors.concat(validate72.errors);
errors = vErrors.length;
}
var valid4 = _errs17 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data.state !== undefined){
const _errs18 = errors;
if(!(validate72(data.state, {instancePath:instancePath+"/state",parentData:data,parentDataProperty:"state",rootData}))){
vErrors = vErrors === null ? validate72.errors : vErrors.concat(validate72.errors);
errors = vErrors.length;
}
var valid4 = _errs18 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data.requestId !== undefined){
const _errs19 = errors;
if(!(validate72(data.requestId, {instancePath:instancePath+"/requestId",parentData:data,parentDataProperty:"requestId",rootData}))){
vErrors = vErrors === null ? validate72.errors : vErrors.concat(validate72.errors);
errors = vErrors.length;
}
var valid4 = _errs19 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data.status !== undefined){
let data13 = data.status;
const _errs20 = errors;
if(!((((data13 === "unchanged") || (data13 === "update")) || (data13 === "refused")) || (data13 === "error"))){
validate63.errors = [{instancePath:instancePath+"/status",keyword:"enum"}];
return false;
}
var valid4 = _errs20 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data.location !== undefined){
const _errs21 = errors;
if(!(validate80(data.location, {instancePath:instancePath+"/location",parentData:data,parentDataProperty:"location",rootData}))){
vErrors = vErrors === null ? validate80.errors : vErrors.concat(validate80.errors);
errors = vErrors.length;
}
var valid4 = _errs21 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data.changes !== undefined){
const _errs22 = errors;
if(!(validate82(data.changes, {instancePath:instancePath+"/changes",parentData:data,parentDataProperty:"changes",rootData}))){
vErrors = vErrors === null ? validate82.errors : vErrors.concat(validate82.errors);
errors = vErrors.length;
}
var valid4 = _errs22 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data.acknowledged !== undefined){
const _errs23 = errors;
if(!(validate90(data.acknowledged, {instancePath:instancePath+"/acknowledged",parentData:data,parentDataProperty:"acknowledged",rootData}))){
vErrors = vErrors === null ? validate90.errors : vErrors.concat(validate90.errors);
errors = vErrors.length;
}
var valid4 = _errs23 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data.notSelected !== undefined){
const _errs24 = errors;
if(!(validate106(data.notSelected, {instancePath:instancePath+"/notSelected",parentData:data,parentDataProperty:"notSelected",rootData}))){
vErrors = vErrors === null ? validate106.errors : vErrors.concat(validate106.errors);
errors = vErrors.length;
}
var valid4 = _errs24 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data.notReviewed !== undefined){
const _errs25 = errors;
if(!(validate106(data.notReviewed, {instancePath:instancePath+"/notReviewed",parentData:data,parentDataProperty:"notReviewed",rootData}))){
vErrors = vErrors === null ? validate106.errors : vErrors.concat(validate106.errors);
errors = vErrors.length;
}
var valid4 = _errs25 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data.requests !== undefined){
let data19 = data.requests;
const _errs26 = errors;
if(errors === _errs26){
if(Array.isArray(data19)){
if(data19.length > 2){
validate63.errors = [{instancePath:instancePath+"/requests",keyword:"maxItems"}];
return false;
}
else {
var valid5 = true;
const len0 = data19.length;
for(let i0=0; i0<len0; i0++){
const _errs28 = errors;
if(!(validate112(data19[i0], {instancePath:instancePath+"/requests/" + i0,parentData:data19,parentDataProperty:i0,rootData}))){
vErrors = vErrors === null ? validate112.errors : vErrors.concat(validate112.errors);
errors = vErrors.length;
}
var valid5 = _errs28 === errors;
if(!valid5){
break;
}
}
}
}
else {
validate63.errors = [{instancePath:instancePath+"/requests",keyword:"type"}];
return false;
}
}
var valid4 = _errs26 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data.basis !== undefined){
const _errs29 = errors;
if(!(validate120(data.basis, {instancePath:instancePath+"/basis",parentData:data,parentDataProperty:"basis",rootData}))){
vErrors = vErrors === null ? validate120.errors : vErrors.concat(validate120.errors);
errors = vErrors.length;
}
var valid4 = _errs29 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data.live !== undefined){
const _errs30 = errors;
if(!(validate122(data.live, {instancePath:instancePath+"/live",parentData:data,parentDataProperty:"live",rootData}))){
vErrors = vErrors === null ? validate122.errors : vErrors.concat(validate122.errors);
errors = vErrors.length;
}
var valid4 = _errs30 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data.recommendation !== undefined){
const _errs31 = errors;
if(!(validate124(data.recommendation, {instancePath:instancePath+"/recommendation",parentData:data,parentDataProperty:"recommendation",rootData}))){
vErrors = vErrors === null ? validate124.errors : vErrors.concat(validate124.errors);
errors = vErrors.length;
}
var valid4 = _errs31 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data.diagnostics !== undefined){
const _errs32 = errors;
if(!(validate127(data.diagnostics, {instancePath:instancePath+"/diagnostics",parentData:data,parentDataProperty:"diagnostics",rootData}))){
vErrors = vErrors === null ? validate127.errors : vErrors.concat(validate127.errors);
errors = vErrors.length;
}
var valid4 = _errs32 === errors;
}
else {
var valid4 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate63.errors = [{instancePath,keyword:"type"}];
return false;
}
}
validate63.errors = vErrors;
return errors === 0;
}
function validate136(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((data.path === undefined) && (missing0 = "path")) || ((data.before === undefined) && (missing0 = "before"))) || ((data.after === undefined) && (missing0 = "after"))){
validate136.errors = [{instancePath,keyword:"required"}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(((key0 === "path") || (key0 === "before")) || (key0 === "after"))){
validate136.errors = [{instancePath,keyword:"additionalProperties"}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.path !== undefined){
let data0 = data.path;
const _errs2 = errors;
if(!(((data0 === "threshold") || (data0 === "thresholdType")) || (data0 === "interval"))){
validate136.errors = [{instancePath:instancePath+"/path",keyword:"enum"}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.before !== undefined){
let data1 = data.before;
const _errs3 = errors;
if(((!(typeof data1 == "number")) && (typeof data1 !== "string")) && (data1 !== null)){
validate136.errors = [{instancePath:instancePath+"/before",keyword:"type"}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.after !== undefined){
let data2 = data.after;
const _errs5 = errors;
if((!(typeof data2 == "number")) && (typeof data2 !== "string")){
validate136.errors = [{instancePath:instancePath+"/after",keyword:"type"}];
return false;
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
else {
validate136.errors = [{instancePath,keyword:"type"}];
return false;
}
}
validate136.errors = vErrors;
return errors === 0;
}
function validate135(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((((data.name === undefined) && (missing0 = "name")) || ((data.alert === undefined) && (missing0 = "alert"))) || ((data.status === undefined) && (missing0 = "status"))) || ((data.changes === undefined) && (missing0 = "changes"))) || ((data.reason === undefined) && (missing0 = "reason"))) || ((data.location === undefined) && (missing0 = "location"))){
validate135.errors = [{instancePath,keyword:"required"}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((((((key0 === "name") || (key0 === "alert")) || (key0 === "status")) || (key0 === "changes")) || (key0 === "reason")) || (key0 === "location"))){
validate135.errors = [{instancePath,keyword:"additionalProperties"}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.name !== undefined){
let data0 = data.name;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(!pattern1.test(data0)){
validate135.errors = [{instancePath:instancePath+"/name",keyword:"pattern"}];
return false;
}
}
else {
validate135.errors = [{instancePath:instancePath+"/name",keyword:"type"}];
return false;
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.alert !== undefined){
let data1 = data.alert;
const _errs4 = errors;
if(errors === _errs4){
if(typeof data1 === "string"){
if(!pattern1.test(data1)){
validate135.errors = [{instancePath:instancePath+"/alert",keyword:"pattern"}];
return false;
}
}
else {
validate135.errors = [{instancePath:instancePath+"/alert",keyword:"type"}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.status !== undefined){
let data2 = data.status;
const _errs6 = errors;
if(!(((data2 === "in-sync") || (data2 === "drifted")) || (data2 === "error"))){
validate135.errors = [{instancePath:instancePath+"/status",keyword:"enum"}];
return false;
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.changes !== undefined){
let data3 = data.changes;
const _errs7 = errors;
if(errors === _errs7){
if(Array.isArray(data3)){
var valid1 = true;
const len0 = data3.length;
for(let i0=0; i0<len0; i0++){
const _errs9 = errors;
if(!(validate136(data3[i0], {instancePath:instancePath+"/changes/" + i0,parentData:data3,parentDataProperty:i0,rootData}))){
vErrors = vErrors === null ? validate136.errors : vErrors.concat(validate136.errors);
errors = vErrors.length;
}
var valid1 = _errs9 === errors;
if(!valid1){
break;
}
}
}
else {
validate135.errors = [{instancePath:instancePath+"/changes",keyword:"type"}];
return false;
}
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.reason !== undefined){
let data5 = data.reason;
const _errs10 = errors;
if((typeof data5 !== "string") && (data5 !== null)){
validate135.errors = [{instancePath:instancePath+"/reason",keyword:"type"}];
return false;
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.location !== undefined){
const _errs12 = errors;
if(!(validate80(data.location, {instancePath:instancePath+"/location",parentData:data,parentDataProperty:"location",rootData}))){
vErrors = vErrors === null ? validate80.errors : vErrors.concat(validate80.errors);
errors = vErrors.length;
}
var valid0 = _errs12 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
else {
validate135.errors = [{instancePath,keyword:"type"}];
return false;
}
}
validate135.errors = vErrors;
return errors === 0;
}
function validate21(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="plan.schema.json" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((((((((((((data.kind === undefined) && (missing0 = "kind")) || ((data.formatVersion === undefined) && (missing0 = "formatVersion"))) || ((data.createdAt === undefined) && (missing0 = "createdAt"))) || ((data.tool === undefined) && (missing0 = "tool"))) || ((data.environment === undefined) && (missing0 = "environment"))) || ((data.api === undefined) && (missing0 = "api"))) || ((data.base === undefined) && (missing0 = "base"))) || ((data.scope === undefined) && (missing0 = "scope"))) || ((data.summary === undefined) && (missing0 = "summary"))) || ((data.capacity === undefined) && (missing0 = "capacity"))) || ((data.pipes === undefined) && (missing0 = "pipes"))) || ((data.checks === undefined) && (missing0 = "checks"))) || ((data.diagnostics === undefined) && (missing0 = "diagnostics"))) || ((data.digest === undefined) && (missing0 = "digest"))){
validate21.errors = [{instancePath,keyword:"required"}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(func2.call(schema6.properties, key0))){
validate21.errors = [{instancePath,keyword:"additionalProperties"}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.kind !== undefined){
const _errs2 = errors;
if("plan" !== data.kind){
validate21.errors = [{instancePath:instancePath+"/kind",keyword:"const"}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.formatVersion !== undefined){
const _errs3 = errors;
if(1 !== data.formatVersion){
validate21.errors = [{instancePath:instancePath+"/formatVersion",keyword:"const"}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.createdAt !== undefined){
const _errs4 = errors;
if(!(validate22(data.createdAt, {instancePath:instancePath+"/createdAt",parentData:data,parentDataProperty:"createdAt",rootData}))){
vErrors = vErrors === null ? validate22.errors : vErrors.concat(validate22.errors);
errors = vErrors.length;
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.tool !== undefined){
const _errs5 = errors;
if(!(validate24(data.tool, {instancePath:instancePath+"/tool",parentData:data,parentDataProperty:"tool",rootData}))){
vErrors = vErrors === null ? validate24.errors : vErrors.concat(validate24.errors);
errors = vErrors.length;
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.environment !== undefined){
let data4 = data.environment;
const _errs6 = errors;
if((typeof data4 !== "string") && (data4 !== null)){
validate21.errors = [{instancePath:instancePath+"/environment",keyword:"type"}];
return false;
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.api !== undefined){
const _errs8 = errors;
if(!(validate26(data.api, {instancePath:instancePath+"/api",parentData:data,parentDataProperty:"api",rootData}))){
vErrors = vErrors === null ? validate26.errors : vErrors.concat(validate26.errors);
errors = vErrors.length;
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.base !== undefined){
const _errs9 = errors;
if(!(validate28(data.base, {instancePath:instancePath+"/base",parentData:data,parentDataProperty:"base",rootData}))){
vErrors = vErrors === null ? validate28.errors : vErrors.concat(validate28.errors);
errors = vErrors.length;
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.scope !== undefined){
const _errs10 = errors;
if(!(validate30(data.scope, {instancePath:instancePath+"/scope",parentData:data,parentDataProperty:"scope",rootData}))){
vErrors = vErrors === null ? validate30.errors : vErrors.concat(validate30.errors);
errors = vErrors.length;
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.summary !== undefined){
const _errs11 = errors;
if(!(validate43(data.summary, {instancePath:instancePath+"/summary",parentData:data,parentDataProperty:"summary",rootData}))){
vErrors = vErrors === null ? validate43.errors : vErrors.concat(validate43.errors);
errors = vErrors.length;
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.capacity !== undefined){
const _errs12 = errors;
if(!(validate52(data.capacity, {instancePath:instancePath+"/capacity",parentData:data,parentDataProperty:"capacity",rootData}))){
vErrors = vErrors === null ? validate52.errors : vErrors.concat(validate52.errors);
errors = vErrors.length;
}
var valid0 = _errs12 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.coverage !== undefined){
let data10 = data.coverage;
const _errs13 = errors;
if(errors === _errs13){
if(Array.isArray(data10)){
var valid1 = true;
const len0 = data10.length;
for(let i0=0; i0<len0; i0++){
const _errs15 = errors;
if(!(validate58(data10[i0], {instancePath:instancePath+"/coverage/" + i0,parentData:data10,parentDataProperty:i0,rootData}))){
vErrors = vErrors === null ? validate58.errors : vErrors.concat(validate58.errors);
errors = vErrors.length;
}
var valid1 = _errs15 === errors;
if(!valid1){
break;
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/coverage",keyword:"type"}];
return false;
}
}
var valid0 = _errs13 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.overrides !== undefined){
let data12 = data.overrides;
const _errs16 = errors;
if(errors === _errs16){
if(Array.isArray(data12)){
var valid2 = true;
const len1 = data12.length;
for(let i1=0; i1<len1; i1++){
const _errs18 = errors;
if(!(validate61(data12[i1], {instancePath:instancePath+"/overrides/" + i1,parentData:data12,parentDataProperty:i1,rootData}))){
vErrors = vErrors === null ? validate61.errors : vErrors.concat(validate61.errors);
errors = vErrors.length;
}
var valid2 = _errs18 === errors;
if(!valid2){
break;
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/overrides",keyword:"type"}];
return false;
}
}
var valid0 = _errs16 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.pipes !== undefined){
let data14 = data.pipes;
const _errs19 = errors;
if(errors === _errs19){
if(Array.isArray(data14)){
var valid3 = true;
const len2 = data14.length;
for(let i2=0; i2<len2; i2++){
const _errs21 = errors;
if(!(validate63(data14[i2], {instancePath:instancePath+"/pipes/" + i2,parentData:data14,parentDataProperty:i2,rootData}))){
vErrors = vErrors === null ? validate63.errors : vErrors.concat(validate63.errors);
errors = vErrors.length;
}
var valid3 = _errs21 === errors;
if(!valid3){
break;
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/pipes",keyword:"type"}];
return false;
}
}
var valid0 = _errs19 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.checks !== undefined){
let data16 = data.checks;
const _errs22 = errors;
if(errors === _errs22){
if(Array.isArray(data16)){
var valid4 = true;
const len3 = data16.length;
for(let i3=0; i3<len3; i3++){
const _errs24 = errors;
if(!(validate135(data16[i3], {instancePath:instancePath+"/checks/" + i3,parentData:data16,parentDataProperty:i3,rootData}))){
vErrors = vErrors === null ? validate135.errors : vErrors.concat(validate135.errors);
errors = vErrors.length;
}
var valid4 = _errs24 === errors;
if(!valid4){
break;
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/checks",keyword:"type"}];
return false;
}
}
var valid0 = _errs22 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.diagnostics !== undefined){
let data18 = data.diagnostics;
const _errs25 = errors;
if(errors === _errs25){
if(Array.isArray(data18)){
var valid5 = true;
const len4 = data18.length;
for(let i4=0; i4<len4; i4++){
const _errs27 = errors;
if(!(validate131(data18[i4], {instancePath:instancePath+"/diagnostics/" + i4,parentData:data18,parentDataProperty:i4,rootData}))){
vErrors = vErrors === null ? validate131.errors : vErrors.concat(validate131.errors);
errors = vErrors.length;
}
var valid5 = _errs27 === errors;
if(!valid5){
break;
}
}
}
else {
validate21.errors = [{instancePath:instancePath+"/diagnostics",keyword:"type"}];
return false;
}
}
var valid0 = _errs25 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.digest !== undefined){
const _errs28 = errors;
if(!(validate33(data.digest, {instancePath:instancePath+"/digest",parentData:data,parentDataProperty:"digest",rootData}))){
vErrors = vErrors === null ? validate33.errors : vErrors.concat(validate33.errors);
errors = vErrors.length;
}
var valid0 = _errs28 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate21.errors = [{instancePath,keyword:"type"}];
return false;
}
}
validate21.errors = vErrors;
return errors === 0;
}
export const validateDrift = validate142;
const schema59 = {"properties":{"kind":true,"formatVersion":true,"createdAt":true,"tool":true,"environment":true,"api":true,"base":true,"scope":true,"summary":true,"capacity":true,"coverage":true,"pipes":true,"checks":true,"diagnostics":true,"digest":true}};
function validate160(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((((data.total === undefined) && (missing0 = "total")) || ((data["in-sync"] === undefined) && (missing0 = "in-sync"))) || ((data.drifted === undefined) && (missing0 = "drifted"))) || ((data.acknowledged === undefined) && (missing0 = "acknowledged"))) || ((data.error === undefined) && (missing0 = "error"))) || ((data.changes === undefined) && (missing0 = "changes"))){
validate160.errors = [{instancePath,keyword:"required"}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((((((key0 === "total") || (key0 === "in-sync")) || (key0 === "drifted")) || (key0 === "acknowledged")) || (key0 === "error")) || (key0 === "changes"))){
validate160.errors = [{instancePath,keyword:"additionalProperties"}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.total !== undefined){
const _errs2 = errors;
if(!(validate31(data.total, {instancePath:instancePath+"/total",parentData:data,parentDataProperty:"total",rootData}))){
vErrors = vErrors === null ? validate31.errors : vErrors.concat(validate31.errors);
errors = vErrors.length;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data["in-sync"] !== undefined){
const _errs3 = errors;
if(!(validate31(data["in-sync"], {instancePath:instancePath+"/in-sync",parentData:data,parentDataProperty:"in-sync",rootData}))){
vErrors = vErrors === null ? validate31.errors : vErrors.concat(validate31.errors);
errors = vErrors.length;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.drifted !== undefined){
const _errs4 = errors;
if(!(validate31(data.drifted, {instancePath:instancePath+"/drifted",parentData:data,parentDataProperty:"drifted",rootData}))){
vErrors = vErrors === null ? validate31.errors : vErrors.concat(validate31.errors);
errors = vErrors.length;
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.acknowledged !== undefined){
const _errs5 = errors;
if(!(validate31(data.acknowledged, {instancePath:instancePath+"/acknowledged",parentData:data,parentDataProperty:"acknowledged",rootData}))){
vErrors = vErrors === null ? validate31.errors : vErrors.concat(validate31.errors);
errors = vErrors.length;
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.error !== undefined){
const _errs6 = errors;
if(!(validate31(data.error, {instancePath:instancePath+"/error",parentData:data,parentDataProperty:"error",rootData}))){
vErrors = vErrors === null ? validate31.errors : vErrors.concat(validate31.errors);
errors = vErrors.length;
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.changes !== undefined){
const _errs7 = errors;
if(!(validate31(data.changes, {instancePath:instancePath+"/changes",parentData:data,parentDataProperty:"changes",rootData}))){
vErrors = vErrors === null ? validate31.errors : vErrors.concat(validate31.errors);
errors = vErrors.length;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
else {
validate160.errors = [{instancePath,keyword:"type"}];
return false;
}
}
validate160.errors = vErrors;
return errors === 0;
}
function validate173(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(Array.isArray(data)){
var valid0 = true;
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
const _errs1 = errors;
if(!(validate58(data[i0], {instancePath:instancePath+"/" + i0,parentData:data,parentDataProperty:i0,rootData}))){
vErrors = vErrors === null ? validate58.errors : vErrors.concat(validate58.errors);
errors = vErrors.length;
}
var valid0 = _errs1 === errors;
if(!valid0){
break;
}
}
}
else {
validate173.errors = [{instancePath,keyword:"type"}];
return false;
}
}
validate173.errors = vErrors;
return errors === 0;
}
const schema70 = {"properties":{"name":true,"service":true,"serviceId":true,"id":true,"liveName":true,"source":true,"state":true,"requestId":true,"status":true,"location":true,"changes":true,"acknowledged":true,"notSelected":true,"requests":true,"basis":true,"live":true,"recommendation":true,"diagnostics":true}};
function validate176(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs1 = errors;
let valid0 = true;
const _errs2 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.status !== undefined){
if("drifted" !== data.status){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
}
var _valid0 = _errs2 === errors;
errors = _errs1;
if(vErrors !== null){
if(_errs1){
vErrors.length = _errs1;
}
else {
vErrors = null;
}
}
let ifClause0;
if(_valid0){
const _errs4 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.changes !== undefined){
let data1 = data.changes;
if(Array.isArray(data1)){
if(data1.length < 1){
validate176.errors = [{instancePath:instancePath+"/changes",keyword:"minItems"}];
return false;
}
}
}
}
var _valid0 = _errs4 === errors;
valid0 = _valid0;
ifClause0 = "then";
}
else {
const _errs6 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.changes !== undefined){
let data2 = data.changes;
if(Array.isArray(data2)){
if(data2.length > 0){
validate176.errors = [{instancePath:instancePath+"/changes",keyword:"maxItems"}];
return false;
}
}
}
}
var _valid0 = _errs6 === errors;
valid0 = _valid0;
ifClause0 = "else";
}
if(!valid0){
const err1 = {instancePath,keyword:"if"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
validate176.errors = vErrors;
return false;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((((((((((((((((data.name === undefined) && (missing0 = "name")) || ((data.service === undefined) && (missing0 = "service"))) || ((data.serviceId === undefined) && (missing0 = "serviceId"))) || ((data.id === undefined) && (missing0 = "id"))) || ((data.liveName === undefined) && (missing0 = "liveName"))) || ((data.source === undefined) && (missing0 = "source"))) || ((data.state === undefined) && (missing0 = "state"))) || ((data.requestId === undefined) && (missing0 = "requestId"))) || ((data.status === undefined) && (missing0 = "status"))) || ((data.location === undefined) && (missing0 = "location"))) || ((data.changes === undefined) && (missing0 = "changes"))) || ((data.acknowledged === undefined) && (missing0 = "acknowledged"))) || ((data.requests === undefined) && (missing0 = "requests"))) || ((data.basis === undefined) && (missing0 = "basis"))) || ((data.live === undefined) && (missing0 = "live"))) || ((data.recommendation === undefined) && (missing0 = "recommendation"))) || ((data.diagnostics === undefined) && (missing0 = "diagnostics"))){
validate176.errors = [{instancePath,keyword:"required"}];
return false;
}
else {
const _errs8 = errors;
for(const key0 in data){
if(!(func2.call(schema70.properties, key0))){
validate176.errors = [{instancePath,keyword:"additionalProperties"}];
return false;
break;
}
}
if(_errs8 === errors){
if(data.name !== undefined){
const _errs9 = errors;
if(!(validate64(data.name, {instancePath:instancePath+"/name",parentData:data,parentDataProperty:"name",rootData}))){
vErrors = vErrors === null ? validate64.errors : vErrors.concat(validate64.errors);
errors = vErrors.length;
}
var valid4 = _errs9 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data.service !== undefined){
const _errs10 = errors;
if(!(validate64(data.service, {instancePath:instancePath+"/service",parentData:data,parentDataProperty:"service",rootData}))){
vErrors = vErrors === null ? validate64.errors : vErrors.concat(validate64.errors);
errors = vErrors.length;
}
var valid4 = _errs10 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data.serviceId !== undefined){
const _errs11 = errors;
if(!(validate64(data.serviceId, {instancePath:instancePath+"/serviceId",parentData:data,parentDataProperty:"serviceId",rootData}))){
vErrors = vErrors === null ? validate64.errors : vErrors.concat(validate64.errors);
errors = vErrors.length;
}
var valid4 = _errs11 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data.id !== undefined){
const _errs12 = errors;
if(!(validate64(data.id, {instancePath:instancePath+"/id",parentData:data,parentDataProperty:"id",rootData}))){
vErrors = vErrors === null ? validate64.errors : vErrors.concat(validate64.errors);
errors = vErrors.length;
}
var valid4 = _errs12 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data.liveName !== undefined){
const _errs13 = errors;
if(!(validate72(data.liveName, {instancePath:instancePath+"/liveName",parentData:data,parentDataProperty:"liveName",rootData}))){
vErrors = vErrors === null ? validate72.errors : vErrors.concat(validate72.errors);
errors = vErrors.length;
}
var valid4 = _errs13 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data.source !== undefined){
const _errs14 = errors;
if(!(validate72(data.source, {instancePath:instancePath+"/source",parentData:data,parentDataProperty:"source",rootData}))){
vErrors = vErrors === null ? validate72.errors : vErrors.concat(validate72.errors);
errors = vErrors.length;
}
var valid4 = _errs14 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data.state !== undefined){
const _errs15 = errors;
if(!(validate72(data.state, {instancePath:instancePath+"/state",parentData:data,parentDataProperty:"state",rootData}))){
vErrors = vErrors === null ? validate72.errors : vErrors.concat(validate72.errors);
errors = vErrors.length;
}
var valid4 = _errs15 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data.requestId !== undefined){
const _errs16 = errors;
if(!(validate72(data.requestId, {instancePath:instancePath+"/requestId",parentData:data,parentDataProperty:"requestId",rootData}))){
vErrors = vErrors === null ? validate72.errors : vErrors.concat(validate72.errors);
errors = vErrors.length;
}
var valid4 = _errs16 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data.status !== undefined){
let data11 = data.status;
const _errs17 = errors;
if(!((((data11 === "in-sync") || (data11 === "drifted")) || (data11 === "acknowledged")) || (data11 === "error"))){
validate176.errors = [{instancePath:instancePath+"/status",keyword:"enum"}];
return false;
}
var valid4 = _errs17 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data.location !== undefined){
const _errs18 = errors;
if(!(validate80(data.location, {instancePath:instancePath+"/location",parentData:data,parentDataProperty:"location",rootData}))){
vErrors = vErrors === null ? validate80.errors : vErrors.concat(validate80.errors);
errors = vErrors.length;
}
var valid4 = _errs18 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data.changes !== undefined){
const _errs19 = errors;
if(!(validate82(data.changes, {instancePath:instancePath+"/changes",parentData:data,parentDataProperty:"changes",rootData}))){
vErrors = vErrors === null ? validate82.errors : vErrors.concat(validate82.errors);
errors = vErrors.length;
}
var valid4 = _errs19 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data.acknowledged !== undefined){
const _errs20 = errors;
if(!(validate90(data.acknowledged, {instancePath:instancePath+"/acknowledged",parentData:data,parentDataProperty:"acknowledged",rootData}))){
vErrors = vErrors === null ? validate90.errors : vErrors.concat(validate90.errors);
errors = vErrors.length;
}
var valid4 = _errs20 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data.notSelected !== undefined){
const _errs21 = errors;
if(!(validate106(data.notSelected, {instancePath:instancePath+"/notSelected",parentData:data,parentDataProperty:"notSelected",rootData}))){
vErrors = vErrors === null ? validate106.errors : vErrors.concat(validate106.errors);
errors = vErrors.length;
}
var valid4 = _errs21 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data.requests !== undefined){
let data16 = data.requests;
const _errs22 = errors;
if(errors === _errs22){
if(Array.isArray(data16)){
if(data16.length > 0){
validate176.errors = [{instancePath:instancePath+"/requests",keyword:"maxItems"}];
return false;
}
}
else {
validate176.errors = [{instancePath:instancePath+"/requests",keyword:"type"}];
return false;
}
}
var valid4 = _errs22 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data.basis !== undefined){
const _errs24 = errors;
if(!(validate120(data.basis, {instancePath:instancePath+"/basis",parentData:data,parentDataProperty:"basis",rootData}))){
vErrors = vErrors === null ? validate120.errors : vErrors.concat(validate120.errors);
errors = vErrors.length;
}
var valid4 = _errs24 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data.live !== undefined){
const _errs25 = errors;
if(data.live !== null){
validate176.errors = [{instancePath:instancePath+"/live",keyword:"type"}];
return false;
}
var valid4 = _errs25 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data.recommendation !== undefined){
const _errs27 = errors;
if(data.recommendation !== null){
validate176.errors = [{instancePath:instancePath+"/recommendation",keyword:"type"}];
return false;
}
var valid4 = _errs27 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data.diagnostics !== undefined){
const _errs29 = errors;
if(!(validate127(data.diagnostics, {instancePath:instancePath+"/diagnostics",parentData:data,parentDataProperty:"diagnostics",rootData}))){
vErrors = vErrors === null ? validate127.errors : vErrors.concat(validate127.errors);
errors = vErrors.length;
}
var valid4 = _errs29 === errors;
}
else {
var valid4 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate176.errors = [{instancePath,keyword:"type"}];
return false;
}
}
validate176.errors = vErrors;
return errors === 0;
}
function validate142(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="drift.schema.json" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((((((((((((data.kind === undefined) && (missing0 = "kind")) || ((data.formatVersion === undefined) && (missing0 = "formatVersion"))) || ((data.createdAt === undefined) && (missing0 = "createdAt"))) || ((data.tool === undefined) && (missing0 = "tool"))) || ((data.environment === undefined) && (missing0 = "environment"))) || ((data.api === undefined) && (missing0 = "api"))) || ((data.base === undefined) && (missing0 = "base"))) || ((data.scope === undefined) && (missing0 = "scope"))) || ((data.summary === undefined) && (missing0 = "summary"))) || ((data.capacity === undefined) && (missing0 = "capacity"))) || ((data.pipes === undefined) && (missing0 = "pipes"))) || ((data.checks === undefined) && (missing0 = "checks"))) || ((data.diagnostics === undefined) && (missing0 = "diagnostics"))) || ((data.digest === undefined) && (missing0 = "digest"))){
validate142.errors = [{instancePath,keyword:"required"}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(func2.call(schema59.properties, key0))){
validate142.errors = [{instancePath,keyword:"additionalProperties"}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.kind !== undefined){
const _errs2 = errors;
if("drift" !== data.kind){
validate142.errors = [{instancePath:instancePath+"/kind",keyword:"const"}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.formatVersion !== undefined){
const _errs3 = errors;
if(1 !== data.formatVersion){
validate142.errors = [{instancePath:instancePath+"/formatVersion",keyword:"const"}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.createdAt !== undefined){
const _errs4 = errors;
if(!(validate22(data.createdAt, {instancePath:instancePath+"/createdAt",parentData:data,parentDataProperty:"createdAt",rootData}))){
vErrors = vErrors === null ? validate22.errors : vErrors.concat(validate22.errors);
errors = vErrors.length;
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.tool !== undefined){
const _errs5 = errors;
if(!(validate24(data.tool, {instancePath:instancePath+"/tool",parentData:data,parentDataProperty:"tool",rootData}))){
vErrors = vErrors === null ? validate24.errors : vErrors.concat(validate24.errors);
errors = vErrors.length;
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.environment !== undefined){
const _errs6 = errors;
if(!(validate72(data.environment, {instancePath:instancePath+"/environment",parentData:data,parentDataProperty:"environment",rootData}))){
vErrors = vErrors === null ? validate72.errors : vErrors.concat(validate72.errors);
errors = vErrors.length;
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.api !== undefined){
const _errs7 = errors;
if(!(validate26(data.api, {instancePath:instancePath+"/api",parentData:data,parentDataProperty:"api",rootData}))){
vErrors = vErrors === null ? validate26.errors : vErrors.concat(validate26.errors);
errors = vErrors.length;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.base !== undefined){
const _errs8 = errors;
if(!(validate28(data.base, {instancePath:instancePath+"/base",parentData:data,parentDataProperty:"base",rootData}))){
vErrors = vErrors === null ? validate28.errors : vErrors.concat(validate28.errors);
errors = vErrors.length;
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.scope !== undefined){
const _errs9 = errors;
if(!(validate30(data.scope, {instancePath:instancePath+"/scope",parentData:data,parentDataProperty:"scope",rootData}))){
vErrors = vErrors === null ? validate30.errors : vErrors.concat(validate30.errors);
errors = vErrors.length;
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.summary !== undefined){
const _errs10 = errors;
if(!(validate160(data.summary, {instancePath:instancePath+"/summary",parentData:data,parentDataProperty:"summary",rootData}))){
vErrors = vErrors === null ? validate160.errors : vErrors.concat(validate160.errors);
errors = vErrors.length;
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.capacity !== undefined){
const _errs11 = errors;
if(!(validate52(data.capacity, {instancePath:instancePath+"/capacity",parentData:data,parentDataProperty:"capacity",rootData}))){
vErrors = vErrors === null ? validate52.errors : vErrors.concat(validate52.errors);
errors = vErrors.length;
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.coverage !== undefined){
const _errs12 = errors;
if(!(validate173(data.coverage, {instancePath:instancePath+"/coverage",parentData:data,parentDataProperty:"coverage",rootData}))){
vErrors = vErrors === null ? validate173.errors : vErrors.concat(validate173.errors);
errors = vErrors.length;
}
var valid0 = _errs12 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.pipes !== undefined){
let data11 = data.pipes;
const _errs13 = errors;
if(errors === _errs13){
if(Array.isArray(data11)){
var valid1 = true;
const len0 = data11.length;
for(let i0=0; i0<len0; i0++){
const _errs15 = errors;
if(!(validate176(data11[i0], {instancePath:instancePath+"/pipes/" + i0,parentData:data11,parentDataProperty:i0,rootData}))){
vErrors = vErrors === null ? validate176.errors : vErrors.concat(validate176.errors);
errors = vErrors.length;
}
var valid1 = _errs15 === errors;
if(!valid1){
break;
}
}
}
else {
validate142.errors = [{instancePath:instancePath+"/pipes",keyword:"type"}];
return false;
}
}
var valid0 = _errs13 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.checks !== undefined){
let data13 = data.checks;
const _errs16 = errors;
if(errors === _errs16){
if(Array.isArray(data13)){
var valid2 = true;
const len1 = data13.length;
for(let i1=0; i1<len1; i1++){
const _errs18 = errors;
if(!(validate135(data13[i1], {instancePath:instancePath+"/checks/" + i1,parentData:data13,parentDataProperty:i1,rootData}))){
vErrors = vErrors === null ? validate135.errors : vErrors.concat(validate135.errors);
errors = vErrors.length;
}
var valid2 = _errs18 === errors;
if(!valid2){
break;
}
}
}
else {
validate142.errors = [{instancePath:instancePath+"/checks",keyword:"type"}];
return false;
}
}
var valid0 = _errs16 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.diagnostics !== undefined){
let data15 = data.diagnostics;
const _errs19 = errors;
if(errors === _errs19){
if(Array.isArray(data15)){
var valid3 = true;
const len2 = data15.length;
for(let i2=0; i2<len2; i2++){
const _errs21 = errors;
if(!(validate131(data15[i2], {instancePath:instancePath+"/diagnostics/" + i2,parentData:data15,parentDataProperty:i2,rootData}))){
vErrors = vErrors === null ? validate131.errors : vErrors.concat(validate131.errors);
errors = vErrors.length;
}
var valid3 = _errs21 === errors;
if(!valid3){
break;
}
}
}
else {
validate142.errors = [{instancePath:instancePath+"/diagnostics",keyword:"type"}];
return false;
}
}
var valid0 = _errs19 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.digest !== undefined){
const _errs22 = errors;
if(!(validate33(data.digest, {instancePath:instancePath+"/digest",parentData:data,parentDataProperty:"digest",rootData}))){
vErrors = vErrors === null ? validate33.errors : vErrors.concat(validate33.errors);
errors = vErrors.length;
}
var valid0 = _errs22 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate142.errors = [{instancePath,keyword:"type"}];
return false;
}
}
validate142.errors = vErrors;
return errors === 0;
}
export const validateRun = validate218;
const schema88 = {"properties":{"kind":true,"formatVersion":true,"id":true,"startedAt":true,"finishedAt":true,"tool":true,"environment":true,"commit":true,"author":true,"api":true,"base":true,"scope":true,"interrupted":true,"rollsBack":true,"overrides":true,"summary":true,"pipes":true,"rollout":true,"checks":true,"diagnostics":true,"digest":true}};
const schema95 = {"properties":{"total":true,"applied":true,"unchanged":true,"failed":true,"unknown":true,"stale":true,"refused":true,"skipped":true,"rolled-back":true,"requests":true}};
function validate237(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((((((((data.total === undefined) && (missing0 = "total")) || ((data.applied === undefined) && (missing0 = "applied"))) || ((data.unchanged === undefined) && (missing0 = "unchanged"))) || ((data.failed === undefined) && (missing0 = "failed"))) || ((data.unknown === undefined) && (missing0 = "unknown"))) || ((data.stale === undefined) && (missing0 = "stale"))) || ((data.refused === undefined) && (missing0 = "refused"))) || ((data.skipped === undefined) && (missing0 = "skipped"))) || ((data["rolled-back"] === undefined) && (missing0 = "rolled-back"))) || ((data.requests === undefined) && (missing0 = "requests"))){
validate237.errors = [{instancePath,keyword:"required"}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(func2.call(schema95.properties, key0))){
validate237.errors = [{instancePath,keyword:"additionalProperties"}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.total !== undefined){
const _errs2 = errors;
if(!(validate31(data.total, {instancePath:instancePath+"/total",parentData:data,parentDataProperty:"total",rootData}))){
vErrors = vErrors === null ? validate31.errors : vErrors.concat(validate31.errors);
errors = vErrors.length;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.applied !== undefined){
const _errs3 = errors;
if(!(validate31(data.applied, {instancePath:instancePath+"/applied",parentData:data,parentDataProperty:"applied",rootData}))){
vErrors = vErrors === null ? validate31.errors : vErrors.concat(validate31.errors);
errors = vErrors.length;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.unchanged !== undefined){
const _errs4 = errors;
if(!(validate31(data.unchanged, {instancePath:instancePath+"/unchanged",parentData:data,parentDataProperty:"unchanged",rootData}))){
vErrors = vErrors === null ? validate31.errors : vErrors.concat(validate31.errors);
errors = vErrors.length;
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.failed !== undefined){
const _errs5 = errors;
if(!(validate31(data.failed, {instancePath:instancePath+"/failed",parentData:data,parentDataProperty:"failed",rootData}))){
vErrors = vErrors === null ? validate31.errors : vErrors.concat(validate31.errors);
errors = vErrors.length;
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.unknown !== undefined){
const _errs6 = errors;
if(!(validate31(data.unknown, {instancePath:instancePath+"/unknown",parentData:data,parentDataProperty:"unknown",rootData}))){
vErrors = vErrors === null ? validate31.errors : vErrors.concat(validate31.errors);
errors = vErrors.length;
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.stale !== undefined){
const _errs7 = errors;
if(!(validate31(data.stale, {instancePath:instancePath+"/stale",parentData:data,parentDataProperty:"stale",rootData}))){
vErrors = vErrors === null ? validate31.errors : vErrors.concat(validate31.errors);
errors = vErrors.length;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.refused !== undefined){
const _errs8 = errors;
if(!(validate31(data.refused, {instancePath:instancePath+"/refused",parentData:data,parentDataProperty:"refused",rootData}))){
vErrors = vErrors === null ? validate31.errors : vErrors.concat(validate31.errors);
errors = vErrors.length;
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.skipped !== undefined){
const _errs9 = errors;
if(!(validate31(data.skipped, {instancePath:instancePath+"/skipped",parentData:data,parentDataProperty:"skipped",rootData}))){
vErrors = vErrors === null ? validate31.errors : vErrors.concat(validate31.errors);
errors = vErrors.length;
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data["rolled-back"] !== undefined){
const _errs10 = errors;
if(!(validate31(data["rolled-back"], {instancePath:instancePath+"/rolled-back",parentData:data,parentDataProperty:"rolled-back",rootData}))){
vErrors = vErrors === null ? validate31.errors : vErrors.concat(validate31.errors);
errors = vErrors.length;
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.requests !== undefined){
const _errs11 = errors;
if(!(validate31(data.requests, {instancePath:instancePath+"/requests",parentData:data,parentDataProperty:"requests",rootData}))){
vErrors = vErrors === null ? validate31.errors : vErrors.concat(validate31.errors);
errors = vErrors.length;
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate237.errors = [{instancePath,keyword:"type"}];
return false;
}
}
validate237.errors = vErrors;
return errors === 0;
}
function validate267(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(!((((((((data === "applied") || (data === "unchanged")) || (data === "failed")) || (data === "unknown")) || (data === "stale")) || (data === "refused")) || (data === "skipped")) || (data === "rolled-back"))){
validate267.errors = [{instancePath,keyword:"enum"}];
return false;
}
validate267.errors = vErrors;
return errors === 0;
}
const schema112 = {"properties":{"method":true,"path":true,"body":true,"purpose":true,"outcome":true,"httpStatus":true,"attempts":true,"requestId":true,"durationMs":true}};
function validate283(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((((((((data.method === undefined) && (missing0 = "method")) || ((data.path === undefined) && (missing0 = "path"))) || ((data.body === undefined) && (missing0 = "body"))) || ((data.purpose === undefined) && (missing0 = "purpose"))) || ((data.outcome === undefined) && (missing0 = "outcome"))) || ((data.httpStatus === undefined) && (missing0 = "httpStatus"))) || ((data.attempts === undefined) && (missing0 = "attempts"))) || ((data.requestId === undefined) && (missing0 = "requestId"))) || ((data.durationMs === undefined) && (missing0 = "durationMs"))){
validate283.errors = [{instancePath,keyword:"required"}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(func2.call(schema112.properties, key0))){
validate283.errors = [{instancePath,keyword:"additionalProperties"}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.method !== undefined){
const _errs2 = errors;
if(!(validate113(data.method, {instancePath:instancePath+"/method",parentData:data,parentDataProperty:"method",rootData}))){
vErrors = vErrors === null ? validate113.errors : vErrors.concat(validate113.errors);
errors = vErrors.length;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.path !== undefined){
const _errs3 = errors;
if(!(validate115(data.path, {instancePath:instancePath+"/path",parentData:data,parentDataProperty:"path",rootData}))){
vErrors = vErrors === null ? validate115.errors : vErrors.concat(validate115.errors);
errors = vErrors.length;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.body !== undefined){
const _errs4 = errors;
if(!(validate117(data.body, {instancePath:instancePath+"/body",parentData:data,parentDataProperty:"body",rootData}))){
vErrors = vErrors === null ? validate117.errors : vErrors.concat(validate117.errors);
errors = vErrors.length;
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.purpose !== undefined){
let data3 = data.purpose;
const _errs5 = errors;
if(!((data3 === "update") || (data3 === "rollback"))){
validate283.errors = [{instancePath:instancePath+"/purpose",keyword:"enum"}];
return false;
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.outcome !== undefined){
let data4 = data.outcome;
const _errs6 = errors;
if(!(((((data4 === "accepted") || (data4 === "found")) || (data4 === "rejected")) || (data4 === "unknown")) || (data4 === "not-sent"))){
validate283.errors = [{instancePath:instancePath+"/outcome",keyword:"enum"}];
return false;
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.httpStatus !== undefined){
let data5 = data.httpStatus;
const _errs7 = errors;
if((!((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5)))) && (data5 !== null)){
validate283.errors = [{instancePath:instancePath+"/httpStatus",keyword:"type"}];
return false;
}
if(errors === _errs7){
if(typeof data5 == "number"){
if(data5 > 599 || isNaN(data5)){
validate283.errors = [{instancePath:instancePath+"/httpStatus",keyword:"maximum"}];
return false;
}
else {
if(data5 < 100 || isNaN(data5)){
validate283.errors = [{instancePath:instancePath+"/httpStatus",keyword:"minimum"}];
return false;
}
}
}
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.attempts !== undefined){
const _errs9 = errors;
if(!(validate31(data.attempts, {instancePath:instancePath+"/attempts",parentData:data,parentDataProperty:"attempts",rootData}))){
vErrors = vErrors === null ? validate31.errors : vErrors.concat(validate31.errors);
errors = vErrors.length;
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.requestId !== undefined){
let data7 = data.requestId;
const _errs10 = errors;
if((typeof data7 !== "string") && (data7 !== null)){
validate283.errors = [{instancePath:instancePath+"/requestId",keyword:"type"}];
return false;
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.durationMs !== undefined){
let data8 = data.durationMs;
const _errs12 = errors;
if(errors === _errs12){
if(typeof data8 == "number"){
if(data8 < 0 || isNaN(data8)){
validate283.errors = [{instancePath:instancePath+"/durationMs",keyword:"minimum"}];
return false;
}
}
else {
validate283.errors = [{instancePath:instancePath+"/durationMs",keyword:"type"}];
return false;
}
}
var valid0 = _errs12 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate283.errors = [{instancePath,keyword:"type"}];
return false;
}
}
validate283.errors = vErrors;
return errors === 0;
}
function validate250(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((((((((((((((((data.name === undefined) && (missing0 = "name")) || ((data.service === undefined) && (missing0 = "service"))) || ((data.serviceId === undefined) && (missing0 = "serviceId"))) || ((data.id === undefined) && (missing0 = "id"))) || ((data.liveName === undefined) && (missing0 = "liveName"))) || ((data.source === undefined) && (missing0 = "source"))) || ((data.state === undefined) && (missing0 = "state"))) || ((data.requestId === undefined) && (missing0 = "requestId"))) || ((data.status === undefined) && (missing0 = "status"))) || ((data.location === undefined) && (missing0 = "location"))) || ((data.changes === undefined) && (missing0 = "changes"))) || ((data.acknowledged === undefined) && (missing0 = "acknowledged"))) || ((data.requests === undefined) && (missing0 = "requests"))) || ((data.basis === undefined) && (missing0 = "basis"))) || ((data.live === undefined) && (missing0 = "live"))) || ((data.recommendation === undefined) && (missing0 = "recommendation"))) || ((data.diagnostics === undefined) && (missing0 = "diagnostics"))){
validate250.errors = [{instancePath,keyword:"required"}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(func2.call(schema22.properties, key0))){
validate250.errors = [{instancePath,keyword:"additionalProperties"}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.name !== undefined){
const _errs2 = errors;
if(!(validate64(data.name, {instancePath:instancePath+"/name",parentData:data,parentDataProperty:"name",rootData}))){
vErrors = vErrors === null ? validate64.errors : vErrors.concat(validate64.errors);
errors = vErrors.length;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.service !== undefined){
const _errs3 = errors;
if(!(validate64(data.service, {instancePath:instancePath+"/service",parentData:data,parentDataProperty:"service",rootData}))){
vErrors = vErrors === null ? validate64.errors : vErrors.concat(validate64.errors);
errors = vErrors.length;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.serviceId !== undefined){
const _errs4 = errors;
if(!(validate64(data.serviceId, {instancePath:instancePath+"/serviceId",parentData:data,parentDataProperty:"serviceId",rootData}))){
vErrors = vErrors === null ? validate64.errors : vErrors.concat(validate64.errors);
errors = vErrors.length;
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.id !== undefined){
const _errs5 = errors;
if(!(validate64(data.id, {instancePath:instancePath+"/id",parentData:data,parentDataProperty:"id",rootData}))){
vErrors = vErrors === null ? validate64.errors : vErrors.concat(validate64.errors);
errors = vErrors.length;
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.liveName !== undefined){
const _errs6 = errors;
if(!(validate72(data.liveName, {instancePath:instancePath+"/liveName",parentData:data,parentDataProperty:"liveName",rootData}))){
vErrors = vErrors === null ? validate72.errors : vErrors.concat(validate72.errors);
errors = vErrors.length;
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.source !== undefined){
const _errs7 = errors;
if(!(validate72(data.source, {instancePath:instancePath+"/source",parentData:data,parentDataProperty:"source",rootData}))){
vErrors = vErrors === null ? validate72.errors : vErrors.concat(validate72.errors);
errors = vErrors.length;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.state !== undefined){
const _errs8 = errors;
if(!(validate72(data.state, {instancePath:instancePath+"/state",parentData:data,parentDataProperty:"state",rootData}))){
vErrors = vErrors === null ? validate72.errors : vErrors.concat(validate72.errors);
errors = vErrors.length;
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.requestId !== undefined){
const _errs9 = errors;
if(!(validate72(data.requestId, {instancePath:instancePath+"/requestId",parentData:data,parentDataProperty:"requestId",rootData}))){
vErrors = vErrors === null ? validate72.errors : vErrors.concat(validate72.errors);
errors = vErrors.length;
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.status !== undefined){
const _errs10 = errors;
if(!(validate267(data.status, {instancePath:instancePath+"/status",parentData:data,parentDataProperty:"status",rootData}))){
vErrors = vErrors === null ? validate267.errors : vErrors.concat(validate267.errors);
errors = vErrors.length;
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.location !== undefined){
const _errs11 = errors;
if(!(validate80(data.location, {instancePath:instancePath+"/location",parentData:data,parentDataProperty:"location",rootData}))){
vErrors = vErrors === null ? validate80.errors : vErrors.concat(validate80.errors);
errors = vErrors.length;
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.changes !== undefined){
const _errs12 = errors;
if(!(validate82(data.changes, {instancePath:instancePath+"/changes",parentData:data,parentDataProperty:"changes",rootData}))){
vErrors = vErrors === null ? validate82.errors : vErrors.concat(validate82.errors);
errors = vErrors.length;
}
var valid0 = _errs12 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.acknowledged !== undefined){
const _errs13 = errors;
if(!(validate90(data.acknowledged, {instancePath:instancePath+"/acknowledged",parentData:data,parentDataProperty:"acknowledged",rootData}))){
vErrors = vErrors === null ? validate90.errors : vErrors.concat(validate90.errors);
errors = vErrors.length;
}
var valid0 = _errs13 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.notSelected !== undefined){
const _errs14 = errors;
if(!(validate106(data.notSelected, {instancePath:instancePath+"/notSelected",parentData:data,parentDataProperty:"notSelected",rootData}))){
vErrors = vErrors === null ? validate106.errors : vErrors.concat(validate106.errors);
errors = vErrors.length;
}
var valid0 = _errs14 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.notReviewed !== undefined){
const _errs15 = errors;
if(!(validate106(data.notReviewed, {instancePath:instancePath+"/notReviewed",parentData:data,parentDataProperty:"notReviewed",rootData}))){
vErrors = vErrors === null ? validate106.errors : vErrors.concat(validate106.errors);
errors = vErrors.length;
}
var valid0 = _errs15 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.requests !== undefined){
let data14 = data.requests;
const _errs16 = errors;
if(errors === _errs16){
if(Array.isArray(data14)){
if(data14.length > 4){
validate250.errors = [{instancePath:instancePath+"/requests",keyword:"maxItems"}];
return false;
}
else {
var valid1 = true;
const len0 = data14.length;
for(let i0=0; i0<len0; i0++){
const _errs18 = errors;
if(!(validate283(data14[i0], {instancePath:instancePath+"/requests/" + i0,parentData:data14,parentDataProperty:i0,rootData}))){
vErrors = vErrors === null ? validate283.errors : vErrors.concat(validate283.errors);
errors = vErrors.length;
}
var valid1 = _errs18 === errors;
if(!valid1){
break;
}
}
}
}
else {
validate250.errors = [{instancePath:instancePath+"/requests",keyword:"type"}];
return false;
}
}
var valid0 = _errs16 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.basis !== undefined){
const _errs19 = errors;
if(!(validate120(data.basis, {instancePath:instancePath+"/basis",parentData:data,parentDataProperty:"basis",rootData}))){
vErrors = vErrors === null ? validate120.errors : vErrors.concat(validate120.errors);
errors = vErrors.length;
}
var valid0 = _errs19 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.live !== undefined){
const _errs20 = errors;
if(!(validate122(data.live, {instancePath:instancePath+"/live",parentData:data,parentDataProperty:"live",rootData}))){
vErrors = vErrors === null ? validate122.errors : vErrors.concat(validate122.errors);
errors = vErrors.length;
}
var valid0 = _errs20 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.recommendation !== undefined){
const _errs21 = errors;
if(!(validate124(data.recommendation, {instancePath:instancePath+"/recommendation",parentData:data,parentDataProperty:"recommendation",rootData}))){
vErrors = vErrors === null ? validate124.errors : vErrors.concat(validate124.errors);
errors = vErrors.length;
}
var valid0 = _errs21 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.diagnostics !== undefined){
const _errs22 = errors;
if(!(validate127(data.diagnostics, {instancePath:instancePath+"/diagnostics",parentData:data,parentDataProperty:"diagnostics",rootData}))){
vErrors = vErrors === null ? validate127.errors : vErrors.concat(validate127.errors);
errors = vErrors.length;
}
var valid0 = _errs22 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate250.errors = [{instancePath,keyword:"type"}];
return false;
}
}
validate250.errors = vErrors;
return errors === 0;
}
function validate305(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(!((typeof data == "number") && (!(data % 1) && !isNaN(data)))){
validate305.errors = [{instancePath,keyword:"type"}];
return false;
}
if(errors === 0){
if(typeof data == "number"){
if(data < 1 || isNaN(data)){
validate305.errors = [{instancePath,keyword:"minimum"}];
return false;
}
}
}
validate305.errors = vErrors;
return errors === 0;
}
function validate307(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(!((((data === "passed") || (data === "failed")) || (data === "interrupted")) || (data === "not-started"))){
validate307.errors = [{instancePath,keyword:"enum"}];
return false;
}
validate307.errors = vErrors;
return errors === 0;
}
function validate304(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((((data.wave === undefined) && (missing0 = "wave")) || ((data.pipes === undefined) && (missing0 = "pipes"))) || ((data.verdict === undefined) && (missing0 = "verdict"))) || ((data.reason === undefined) && (missing0 = "reason"))) || ((data.bakedMs === undefined) && (missing0 = "bakedMs"))){
validate304.errors = [{instancePath,keyword:"required"}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(((((key0 === "wave") || (key0 === "pipes")) || (key0 === "verdict")) || (key0 === "reason")) || (key0 === "bakedMs"))){
validate304.errors = [{instancePath,keyword:"additionalProperties"}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.wave !== undefined){
const _errs2 = errors;
if(!(validate305(data.wave, {instancePath:instancePath+"/wave",parentData:data,parentDataProperty:"wave",rootData}))){
vErrors = vErrors === null ? validate305.errors : vErrors.concat(validate305.errors);
errors = vErrors.length;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.pipes !== undefined){
let data1 = data.pipes;
const _errs3 = errors;
if(errors === _errs3){
if(Array.isArray(data1)){
if(data1.length < 1){
validate304.errors = [{instancePath:instancePath+"/pipes",keyword:"minItems"}];
return false;
}
else {
var valid1 = true;
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
const _errs5 = errors;
if(errors === _errs5){
if(typeof data2 === "string"){
if(!pattern1.test(data2)){
validate304.errors = [{instancePath:instancePath+"/pipes/" + i0,keyword:"pattern"}];
return false;
}
}
else {
validate304.errors = [{instancePath:instancePath+"/pipes/" + i0,keyword:"type"}];
return false;
}
}
var valid1 = _errs5 === errors;
if(!valid1){
break;
}
}
}
}
else {
validate304.errors = [{instancePath:instancePath+"/pipes",keyword:"type"}];
return false;
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.verdict !== undefined){
const _errs7 = errors;
if(!(validate307(data.verdict, {instancePath:instancePath+"/verdict",parentData:data,parentDataProperty:"verdict",rootData}))){
vErrors = vErrors === null ? validate307.errors : vErrors.concat(validate307.errors);
errors = vErrors.length;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.reason !== undefined){
let data4 = data.reason;
const _errs8 = errors;
if((typeof data4 !== "string") && (data4 !== null)){
validate304.errors = [{instancePath:instancePath+"/reason",keyword:"type"}];
return false;
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.bakedMs !== undefined){
let data5 = data.bakedMs;
const _errs10 = errors;
if(errors === _errs10){
if(typeof data5 == "number"){
if(data5 < 0 || isNaN(data5)){
validate304.errors = [{instancePath:instancePath+"/bakedMs",keyword:"minimum"}];
return false;
}
}
else {
validate304.errors = [{instancePath:instancePath+"/bakedMs",keyword:"type"}];
return false;
}
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
else {
validate304.errors = [{instancePath,keyword:"type"}];
return false;
}
}
validate304.errors = vErrors;
return errors === 0;
}
function validate303(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if((!(data && typeof data == "object" && !Array.isArray(data))) && (data !== null)){
validate303.errors = [{instancePath,keyword:"type"}];
return false;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((data.status === undefined) && (missing0 = "status")) || ((data.onFailure === undefined) && (missing0 = "onFailure"))) || ((data.waves === undefined) && (missing0 = "waves"))){
validate303.errors = [{instancePath,keyword:"required"}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(((key0 === "status") || (key0 === "onFailure")) || (key0 === "waves"))){
validate303.errors = [{instancePath,keyword:"additionalProperties"}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.status !== undefined){
let data0 = data.status;
const _errs2 = errors;
if(!((((data0 === "passed") || (data0 === "failed")) || (data0 === "blocked")) || (data0 === "interrupted"))){
validate303.errors = [{instancePath:instancePath+"/status",keyword:"enum"}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.onFailure !== undefined){
let data1 = data.onFailure;
const _errs3 = errors;
if(!((data1 === "stop") || (data1 === "rollback"))){
validate303.errors = [{instancePath:instancePath+"/onFailure",keyword:"enum"}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.waves !== undefined){
let data2 = data.waves;
const _errs4 = errors;
if(errors === _errs4){
if(Array.isArray(data2)){
var valid1 = true;
const len0 = data2.length;
for(let i0=0; i0<len0; i0++){
const _errs6 = errors;
if(!(validate304(data2[i0], {instancePath:instancePath+"/waves/" + i0,parentData:data2,parentDataProperty:i0,rootData}))){
vErrors = vErrors === null ? validate304.errors : vErrors.concat(validate304.errors);
errors = vErrors.length;
}
var valid1 = _errs6 === errors;
if(!valid1){
break;
}
}
}
else {
validate303.errors = [{instancePath:instancePath+"/waves",keyword:"type"}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
validate303.errors = vErrors;
return errors === 0;
}
const schema124 = {"properties":{"name":true,"moment":true,"wave":true,"pipe":true,"gate":true,"counts":true,"last":true,"values":true,"pass":true}};
function validate312(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(!((((data === "before") || (data === "after")) || (data === "pipe-before")) || (data === "pipe-after"))){
validate312.errors = [{instancePath,keyword:"enum"}];
return false;
}
validate312.errors = vErrors;
return errors === 0;
}
function validate319(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(!((((data === "pass") || (data === "fail")) || (data === "no-data")) || (data === "error"))){
validate319.errors = [{instancePath,keyword:"enum"}];
return false;
}
validate319.errors = vErrors;
return errors === 0;
}
function validate322(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if((typeof data !== "string") && (data !== null)){
validate322.errors = [{instancePath,keyword:"type"}];
return false;
}
if(errors === 0){
if(typeof data === "string"){
if(!pattern0.test(data)){
validate322.errors = [{instancePath,keyword:"pattern"}];
return false;
}
}
}
validate322.errors = vErrors;
return errors === 0;
}
function validate324(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((((data.group === undefined) && (missing0 = "group")) || ((data.verdict === undefined) && (missing0 = "verdict"))) || ((data.value === undefined) && (missing0 = "value"))) || ((data.samples === undefined) && (missing0 = "samples"))) || ((data.newest === undefined) && (missing0 = "newest"))){
validate324.errors = [{instancePath,keyword:"required"}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(((((key0 === "group") || (key0 === "verdict")) || (key0 === "value")) || (key0 === "samples")) || (key0 === "newest"))){
validate324.errors = [{instancePath,keyword:"additionalProperties"}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.group !== undefined){
let data0 = data.group;
const _errs2 = errors;
if(errors === _errs2){
if(Array.isArray(data0)){
var valid1 = true;
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
const _errs4 = errors;
if(typeof data0[i0] !== "string"){
validate324.errors = [{instancePath:instancePath+"/group/" + i0,keyword:"type"}];
return false;
}
var valid1 = _errs4 === errors;
if(!valid1){
break;
}
}
}
else {
validate324.errors = [{instancePath:instancePath+"/group",keyword:"type"}];
return false;
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.verdict !== undefined){
const _errs6 = errors;
if(!(validate319(data.verdict, {instancePath:instancePath+"/verdict",parentData:data,parentDataProperty:"verdict",rootData}))){
vErrors = vErrors === null ? validate319.errors : vErrors.concat(validate319.errors);
errors = vErrors.length;
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.value !== undefined){
let data3 = data.value;
const _errs7 = errors;
if((!(typeof data3 == "number")) && (data3 !== null)){
validate324.errors = [{instancePath:instancePath+"/value",keyword:"type"}];
return false;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.samples !== undefined){
const _errs9 = errors;
if(!(validate31(data.samples, {instancePath:instancePath+"/samples",parentData:data,parentDataProperty:"samples",rootData}))){
vErrors = vErrors === null ? validate31.errors : vErrors.concat(validate31.errors);
errors = vErrors.length;
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.newest !== undefined){
const _errs10 = errors;
if(!(validate322(data.newest, {instancePath:instancePath+"/newest",parentData:data,parentDataProperty:"newest",rootData}))){
vErrors = vErrors === null ? validate322.errors : vErrors.concat(validate322.errors);
errors = vErrors.length;
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
else {
validate324.errors = [{instancePath,keyword:"type"}];
return false;
}
}
validate324.errors = vErrors;
return errors === 0;
}
function validate318(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((((((data.name === undefined) && (missing0 = "name")) || ((data.verdict === undefined) && (missing0 = "verdict"))) || ((data.value === undefined) && (missing0 = "value"))) || ((data.reason === undefined) && (missing0 = "reason"))) || ((data.samples === undefined) && (missing0 = "samples"))) || ((data.newest === undefined) && (missing0 = "newest"))) || ((data.groups === undefined) && (missing0 = "groups"))) || ((data.asOf === undefined) && (missing0 = "asOf"))){
validate318.errors = [{instancePath,keyword:"required"}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((((((((key0 === "name") || (key0 === "verdict")) || (key0 === "value")) || (key0 === "reason")) || (key0 === "samples")) || (key0 === "newest")) || (key0 === "groups")) || (key0 === "asOf"))){
validate318.errors = [{instancePath,keyword:"additionalProperties"}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.name !== undefined){
let data0 = data.name;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(!pattern1.test(data0)){
validate318.errors = [{instancePath:instancePath+"/name",keyword:"pattern"}];
return false;
}
}
else {
validate318.errors = [{instancePath:instancePath+"/name",keyword:"type"}];
return false;
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.verdict !== undefined){
const _errs4 = errors;
if(!(validate319(data.verdict, {instancePath:instancePath+"/verdict",parentData:data,parentDataProperty:"verdict",rootData}))){
vErrors = vErrors === null ? validate319.errors : vErrors.concat(validate319.errors);
errors = vErrors.length;
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.value !== undefined){
let data2 = data.value;
const _errs5 = errors;
if(((!(typeof data2 == "number")) && (typeof data2 !== "string")) && (data2 !== null)){
validate318.errors = [{instancePath:instancePath+"/value",keyword:"type"}];
return false;
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.reason !== undefined){
const _errs7 = errors;
if(typeof data.reason !== "string"){
validate318.errors = [{instancePath:instancePath+"/reason",keyword:"type"}];
return false;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.samples !== undefined){
const _errs9 = errors;
if(!(validate31(data.samples, {instancePath:instancePath+"/samples",parentData:data,parentDataProperty:"samples",rootData}))){
vErrors = vErrors === null ? validate31.errors : vErrors.concat(validate31.errors);
errors = vErrors.length;
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.newest !== undefined){
const _errs10 = errors;
if(!(validate322(data.newest, {instancePath:instancePath+"/newest",parentData:data,parentDataProperty:"newest",rootData}))){
vErrors = vErrors === null ? validate322.errors : vErrors.concat(validate322.errors);
errors = vErrors.length;
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.groups !== undefined){
let data6 = data.groups;
const _errs11 = errors;
if(errors === _errs11){
if(Array.isArray(data6)){
var valid1 = true;
const len0 = data6.length;
for(let i0=0; i0<len0; i0++){
const _errs13 = errors;
if(!(validate324(data6[i0], {instancePath:instancePath+"/groups/" + i0,parentData:data6,parentDataProperty:i0,rootData}))){
vErrors = vErrors === null ? validate324.errors : vErrors.concat(validate324.errors);
errors = vErrors.length;
}
var valid1 = _errs13 === errors;
if(!valid1){
break;
}
}
}
else {
validate318.errors = [{instancePath:instancePath+"/groups",keyword:"type"}];
return false;
}
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.asOf !== undefined){
const _errs14 = errors;
if(!(validate22(data.asOf, {instancePath:instancePath+"/asOf",parentData:data,parentDataProperty:"asOf",rootData}))){
vErrors = vErrors === null ? validate22.errors : vErrors.concat(validate22.errors);
errors = vErrors.length;
}
var valid0 = _errs14 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
else {
validate318.errors = [{instancePath,keyword:"type"}];
return false;
}
}
validate318.errors = vErrors;
return errors === 0;
}
function validate311(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((((((data.name === undefined) && (missing0 = "name")) || ((data.moment === undefined) && (missing0 = "moment"))) || ((data.wave === undefined) && (missing0 = "wave"))) || ((data.pipe === undefined) && (missing0 = "pipe"))) || ((data.gate === undefined) && (missing0 = "gate"))) || ((data.counts === undefined) && (missing0 = "counts"))) || ((data.last === undefined) && (missing0 = "last"))) || ((data.values === undefined) && (missing0 = "values"))){
validate311.errors = [{instancePath,keyword:"required"}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(func2.call(schema124.properties, key0))){
validate311.errors = [{instancePath,keyword:"additionalProperties"}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.name !== undefined){
let data0 = data.name;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(!pattern1.test(data0)){
validate311.errors = [{instancePath:instancePath+"/name",keyword:"pattern"}];
return false;
}
}
else {
validate311.errors = [{instancePath:instancePath+"/name",keyword:"type"}];
return false;
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.moment !== undefined){
const _errs4 = errors;
if(!(validate312(data.moment, {instancePath:instancePath+"/moment",parentData:data,parentDataProperty:"moment",rootData}))){
vErrors = vErrors === null ? validate312.errors : vErrors.concat(validate312.errors);
errors = vErrors.length;
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.wave !== undefined){
let data2 = data.wave;
const _errs5 = errors;
if((!((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2)))) && (data2 !== null)){
validate311.errors = [{instancePath:instancePath+"/wave",keyword:"type"}];
return false;
}
if(errors === _errs5){
if(typeof data2 == "number"){
if(data2 < 1 || isNaN(data2)){
validate311.errors = [{instancePath:instancePath+"/wave",keyword:"minimum"}];
return false;
}
}
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.pipe !== undefined){
let data3 = data.pipe;
const _errs7 = errors;
if((typeof data3 !== "string") && (data3 !== null)){
validate311.errors = [{instancePath:instancePath+"/pipe",keyword:"type"}];
return false;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.gate !== undefined){
let data4 = data.gate;
const _errs9 = errors;
if(!((data4 === "open") || (data4 === "closed"))){
validate311.errors = [{instancePath:instancePath+"/gate",keyword:"enum"}];
return false;
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.counts !== undefined){
let data5 = data.counts;
const _errs10 = errors;
if(errors === _errs10){
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
let missing1;
if(((((data5.pass === undefined) && (missing1 = "pass")) || ((data5.fail === undefined) && (missing1 = "fail"))) || ((data5["no-data"] === undefined) && (missing1 = "no-data"))) || ((data5.error === undefined) && (missing1 = "error"))){
validate311.errors = [{instancePath:instancePath+"/counts",keyword:"required"}];
return false;
}
else {
const _errs12 = errors;
for(const key1 in data5){
if(!((((key1 === "pass") || (key1 === "fail")) || (key1 === "no-data")) || (key1 === "error"))){
validate311.errors = [{instancePath:instancePath+"/counts",keyword:"additionalProperties"}];
return false;
break;
}
}
if(_errs12 === errors){
if(data5.pass !== undefined){
const _errs13 = errors;
if(!(validate31(data5.pass, {instancePath:instancePath+"/counts/pass",parentData:data5,parentDataProperty:"pass",rootData}))){
vErrors = vErrors === null ? validate31.errors : vErrors.concat(validate31.errors);
errors = vErrors.length;
}
var valid1 = _errs13 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data5.fail !== undefined){
const _errs14 = errors;
if(!(validate31(data5.fail, {instancePath:instancePath+"/counts/fail",parentData:data5,parentDataProperty:"fail",rootData}))){
vErrors = vErrors === null ? validate31.errors : vErrors.concat(validate31.errors);
errors = vErrors.length;
}
var valid1 = _errs14 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data5["no-data"] !== undefined){
const _errs15 = errors;
if(!(validate31(data5["no-data"], {instancePath:instancePath+"/counts/no-data",parentData:data5,parentDataProperty:"no-data",rootData}))){
vErrors = vErrors === null ? validate31.errors : vErrors.concat(validate31.errors);
errors = vErrors.length;
}
var valid1 = _errs15 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data5.error !== undefined){
const _errs16 = errors;
if(!(validate31(data5.error, {instancePath:instancePath+"/counts/error",parentData:data5,parentDataProperty:"error",rootData}))){
vErrors = vErrors === null ? validate31.errors : vErrors.concat(validate31.errors);
errors = vErrors.length;
}
var valid1 = _errs16 === errors;
}
else {
var valid1 = true;
}
}
}
}
}
}
}
else {
validate311.errors = [{instancePath:instancePath+"/counts",keyword:"type"}];
return false;
}
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.last !== undefined){
const _errs17 = errors;
if(!(validate318(data.last, {instancePath:instancePath+"/last",parentData:data,parentDataProperty:"last",rootData}))){
vErrors = vErrors === null ? validate318.errors : vErrors.concat(validate318.errors);
errors = vErrors.length;
}
var valid0 = _errs17 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.values !== undefined){
let data11 = data.values;
const _errs18 = errors;
if(errors === _errs18){
if(Array.isArray(data11)){
if(data11.length > 60){
validate311.errors = [{instancePath:instancePath+"/values",keyword:"maxItems"}];
return false;
}
else {
var valid2 = true;
const len0 = data11.length;
for(let i0=0; i0<len0; i0++){
let data12 = data11[i0];
const _errs20 = errors;
if((!(typeof data12 == "number")) && (data12 !== null)){
validate311.errors = [{instancePath:instancePath+"/values/" + i0,keyword:"type"}];
return false;
}
var valid2 = _errs20 === errors;
if(!valid2){
break;
}
}
}
}
else {
validate311.errors = [{instancePath:instancePath+"/values",keyword:"type"}];
return false;
}
}
var valid0 = _errs18 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.pass !== undefined){
let data13 = data.pass;
const _errs22 = errors;
if(errors === _errs22){
if(data13 && typeof data13 == "object" && !Array.isArray(data13)){
let missing2;
if(((data13.comparator === undefined) && (missing2 = "comparator")) || ((data13.value === undefined) && (missing2 = "value"))){
validate311.errors = [{instancePath:instancePath+"/pass",keyword:"required"}];
return false;
}
else {
const _errs24 = errors;
for(const key2 in data13){
if(!((key2 === "comparator") || (key2 === "value"))){
validate311.errors = [{instancePath:instancePath+"/pass",keyword:"additionalProperties"}];
return false;
break;
}
}
if(_errs24 === errors){
if(data13.comparator !== undefined){
let data14 = data13.comparator;
const _errs25 = errors;
if(!((((((data14 === "<") || (data14 === "<=")) || (data14 === ">")) || (data14 === ">=")) || (data14 === "==")) || (data14 === "!="))){
validate311.errors = [{instancePath:instancePath+"/pass/comparator",keyword:"enum"}];
return false;
}
var valid3 = _errs25 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data13.value !== undefined){
const _errs26 = errors;
if(!(typeof data13.value == "number")){
validate311.errors = [{instancePath:instancePath+"/pass/value",keyword:"type"}];
return false;
}
var valid3 = _errs26 === errors;
}
else {
var valid3 = true;
}
}
}
}
}
else {
validate311.errors = [{instancePath:instancePath+"/pass",keyword:"type"}];
return false;
}
}
var valid0 = _errs22 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate311.errors = [{instancePath,keyword:"type"}];
return false;
}
}
validate311.errors = vErrors;
return errors === 0;
}
function validate218(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="run.schema.json" */;
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((((((((((((((((data.kind === undefined) && (missing0 = "kind")) || ((data.formatVersion === undefined) && (missing0 = "formatVersion"))) || ((data.id === undefined) && (missing0 = "id"))) || ((data.startedAt === undefined) && (missing0 = "startedAt"))) || ((data.finishedAt === undefined) && (missing0 = "finishedAt"))) || ((data.tool === undefined) && (missing0 = "tool"))) || ((data.environment === undefined) && (missing0 = "environment"))) || ((data.api === undefined) && (missing0 = "api"))) || ((data.base === undefined) && (missing0 = "base"))) || ((data.scope === undefined) && (missing0 = "scope"))) || ((data.interrupted === undefined) && (missing0 = "interrupted"))) || ((data.rollsBack === undefined) && (missing0 = "rollsBack"))) || ((data.summary === undefined) && (missing0 = "summary"))) || ((data.pipes === undefined) && (missing0 = "pipes"))) || ((data.rollout === undefined) && (missing0 = "rollout"))) || ((data.checks === undefined) && (missing0 = "checks"))) || ((data.diagnostics === undefined) && (missing0 = "diagnostics"))){
validate218.errors = [{instancePath,keyword:"required"}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(func2.call(schema88.properties, key0))){
validate218.errors = [{instancePath,keyword:"additionalProperties"}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.kind !== undefined){
const _errs2 = errors;
if("run" !== data.kind){
validate218.errors = [{instancePath:instancePath+"/kind",keyword:"const"}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.formatVersion !== undefined){
const _errs3 = errors;
if(1 !== data.formatVersion){
validate218.errors = [{instancePath:instancePath+"/formatVersion",keyword:"const"}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.id !== undefined){
let data2 = data.id;
const _errs4 = errors;
if(errors === _errs4){
if(typeof data2 === "string"){
if(!pattern1.test(data2)){
validate218.errors = [{instancePath:instancePath+"/id",keyword:"pattern"}];
return false;
}
}
else {
validate218.errors = [{instancePath:instancePath+"/id",keyword:"type"}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.startedAt !== undefined){
const _errs6 = errors;
if(!(validate22(data.startedAt, {instancePath:instancePath+"/startedAt",parentData:data,parentDataProperty:"startedAt",rootData}))){
vErrors = vErrors === null ? validate22.errors : vErrors.concat(validate22.errors);
errors = vErrors.length;
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.finishedAt !== undefined){
const _errs7 = errors;
if(!(validate22(data.finishedAt, {instancePath:instancePath+"/finishedAt",parentData:data,parentDataProperty:"finishedAt",rootData}))){
vErrors = vErrors === null ? validate22.errors : vErrors.concat(validate22.errors);
errors = vErrors.length;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.tool !== undefined){
const _errs8 = errors;
if(!(validate24(data.tool, {instancePath:instancePath+"/tool",parentData:data,parentDataProperty:"tool",rootData}))){
vErrors = vErrors === null ? validate24.errors : vErrors.concat(validate24.errors);
errors = vErrors.length;
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.environment !== undefined){
let data6 = data.environment;
const _errs9 = errors;
if((typeof data6 !== "string") && (data6 !== null)){
validate218.errors = [{instancePath:instancePath+"/environment",keyword:"type"}];
return false;
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.commit !== undefined){
let data7 = data.commit;
const _errs11 = errors;
if((typeof data7 !== "string") && (data7 !== null)){
validate218.errors = [{instancePath:instancePath+"/commit",keyword:"type"}];
return false;
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.author !== undefined){
let data8 = data.author;
const _errs13 = errors;
if((typeof data8 !== "string") && (data8 !== null)){
validate218.errors = [{instancePath:instancePath+"/author",keyword:"type"}];
return false;
}
var valid0 = _errs13 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.api !== undefined){
const _errs15 = errors;
if(!(validate26(data.api, {instancePath:instancePath+"/api",parentData:data,parentDataProperty:"api",rootData}))){
vErrors = vErrors === null ? validate26.errors : vErrors.concat(validate26.errors);
errors = vErrors.length;
}
var valid0 = _errs15 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.base !== undefined){
const _errs16 = errors;
if(!(validate28(data.base, {instancePath:instancePath+"/base",parentData:data,parentDataProperty:"base",rootData}))){
vErrors = vErrors === null ? validate28.errors : vErrors.concat(validate28.errors);
errors = vErrors.length;
}
var valid0 = _errs16 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.scope !== undefined){
const _errs17 = errors;
if(!(validate30(data.scope, {instancePath:instancePath+"/scope",parentData:data,parentDataProperty:"scope",rootData}))){
vErrors = vErrors === null ? validate30.errors : vErrors.concat(validate30.errors);
errors = vErrors.length;
}
var valid0 = _errs17 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.interrupted !== undefined){
let data12 = data.interrupted;
const _errs18 = errors;
if(!(((data12 === "SIGINT") || (data12 === "SIGTERM")) || (data12 === null))){
validate218.errors = [{instancePath:instancePath+"/interrupted",keyword:"enum"}];
return false;
}
var valid0 = _errs18 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.rollsBack !== undefined){
let data13 = data.rollsBack;
const _errs19 = errors;
if((typeof data13 !== "string") && (data13 !== null)){
validate218.errors = [{instancePath:instancePath+"/rollsBack",keyword:"type"}];
return false;
}
var valid0 = _errs19 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.overrides !== undefined){
let data14 = data.overrides;
const _errs21 = errors;
if(errors === _errs21){
if(Array.isArray(data14)){
var valid1 = true;
const len0 = data14.length;
for(let i0=0; i0<len0; i0++){
const _errs23 = errors;
if(!(validate61(data14[i0], {instancePath:instancePath+"/overrides/" + i0,parentData:data14,parentDataProperty:i0,rootData}))){
vErrors = vErrors === null ? validate61.errors : vErrors.concat(validate61.errors);
errors = vErrors.length;
}
var valid1 = _errs23 === errors;
if(!valid1){
break;
}
}
}
else {
validate218.errors = [{instancePath:instancePath+"/overrides",keyword:"type"}];
return false;
}
}
var valid0 = _errs21 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.summary !== undefined){
const _errs24 = errors;
if(!(validate237(data.summary, {instancePath:instancePath+"/summary",parentData:data,parentDataProperty:"summary",rootData}))){
vErrors = vErrors === null ? validate237.errors : vErrors.concat(validate237.errors);
errors = vErrors.length;
}
var valid0 = _errs24 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.pipes !== undefined){
let data17 = data.pipes;
const _errs25 = errors;
if(errors === _errs25){
if(Array.isArray(data17)){
var valid2 = true;
const len1 = data17.length;
for(let i1=0; i1<len1; i1++){
const _errs27 = errors;
if(!(validate250(data17[i1], {instancePath:instancePath+"/pipes/" + i1,parentData:data17,parentDataProperty:i1,rootData}))){
vErrors = vErrors === null ? validate250.errors : vErrors.concat(validate250.errors);
errors = vErrors.length;
}
var valid2 = _errs27 === errors;
if(!valid2){
break;
}
}
}
else {
validate218.errors = [{instancePath:instancePath+"/pipes",keyword:"type"}];
return false;
}
}
var valid0 = _errs25 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.rollout !== undefined){
const _errs28 = errors;
if(!(validate303(data.rollout, {instancePath:instancePath+"/rollout",parentData:data,parentDataProperty:"rollout",rootData}))){
vErrors = vErrors === null ? validate303.errors : vErrors.concat(validate303.errors);
errors = vErrors.length;
}
var valid0 = _errs28 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.checks !== undefined){
let data20 = data.checks;
const _errs29 = errors;
if(errors === _errs29){
if(Array.isArray(data20)){
var valid3 = true;
const len2 = data20.length;
for(let i2=0; i2<len2; i2++){
const _errs31 = errors;
if(!(validate311(data20[i2], {instancePath:instancePath+"/checks/" + i2,parentData:data20,parentDataProperty:i2,rootData}))){
vErrors = vErrors === null ? validate311.errors : vErrors.concat(validate311.errors);
errors = vErrors.length;
}
var valid3 = _errs31 === errors;
if(!valid3){
break;
}
}
}
else {
validate218.errors = [{instancePath:instancePath+"/checks",keyword:"type"}];
return false;
}
}
var valid0 = _errs29 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.diagnostics !== undefined){
let data22 = data.diagnostics;
const _errs32 = errors;
if(errors === _errs32){
if(Array.isArray(data22)){
var valid4 = true;
const len3 = data22.length;
for(let i3=0; i3<len3; i3++){
const _errs34 = errors;
if(!(validate131(data22[i3], {instancePath:instancePath+"/diagnostics/" + i3,parentData:data22,parentDataProperty:i3,rootData}))){
vErrors = vErrors === null ? validate131.errors : vErrors.concat(validate131.errors);
errors = vErrors.length;
}
var valid4 = _errs34 === errors;
if(!valid4){
break;
}
}
}
else {
validate218.errors = [{instancePath:instancePath+"/diagnostics",keyword:"type"}];
return false;
}
}
var valid0 = _errs32 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.digest !== undefined){
const _errs35 = errors;
if(!(validate33(data.digest, {instancePath:instancePath+"/digest",parentData:data,parentDataProperty:"digest",rootData}))){
vErrors = vErrors === null ? validate33.errors : vErrors.concat(validate33.errors);
errors = vErrors.length;
}
var valid0 = _errs35 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate218.errors = [{instancePath,keyword:"type"}];
return false;
}
}
validate218.errors = vErrors;
return errors === 0;
}
export const validateJournalLine = validate336;
const schema133 = {"properties":{"type":true,"at":true,"formatVersion":true,"id":true,"tool":true,"environment":true,"commit":true,"author":true,"api":true,"base":true,"scope":true,"rollsBack":true,"overrides":true,"unchanged":true,"pipes":true,"diagnostics":true}};
function validate363(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(Array.isArray(data)){
var valid0 = true;
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
const _errs1 = errors;
if(!(validate61(data[i0], {instancePath:instancePath+"/" + i0,parentData:data,parentDataProperty:i0,rootData}))){
vErrors = vErrors === null ? validate61.errors : vErrors.concat(validate61.errors);
errors = vErrors.length;
}
var valid0 = _errs1 === errors;
if(!valid0){
break;
}
}
}
else {
validate363.errors = [{instancePath,keyword:"type"}];
return false;
}
}
validate363.errors = vErrors;
return errors === 0;
}
function validate337(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((((((((((((data.type === undefined) && (missing0 = "type")) || ((data.at === undefined) && (missing0 = "at"))) || ((data.formatVersion === undefined) && (missing0 = "formatVersion"))) || ((data.id === undefined) && (missing0 = "id"))) || ((data.tool === undefined) && (missing0 = "tool"))) || ((data.environment === undefined) && (missing0 = "environment"))) || ((data.api === undefined) && (missing0 = "api"))) || ((data.base === undefined) && (missing0 = "base"))) || ((data.scope === undefined) && (missing0 = "scope"))) || ((data.rollsBack === undefined) && (missing0 = "rollsBack"))) || ((data.unchanged === undefined) && (missing0 = "unchanged"))) || ((data.pipes === undefined) && (missing0 = "pipes"))) || ((data.diagnostics === undefined) && (missing0 = "diagnostics"))){
validate337.errors = [{instancePath,keyword:"required"}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(func2.call(schema133.properties, key0))){
validate337.errors = [{instancePath,keyword:"additionalProperties"}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.type !== undefined){
const _errs2 = errors;
if("run" !== data.type){
validate337.errors = [{instancePath:instancePath+"/type",keyword:"const"}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.at !== undefined){
const _errs3 = errors;
if(!(validate22(data.at, {instancePath:instancePath+"/at",parentData:data,parentDataProperty:"at",rootData}))){
vErrors = vErrors === null ? validate22.errors : vErrors.concat(validate22.errors);
errors = vErrors.length;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.formatVersion !== undefined){
const _errs4 = errors;
if(1 !== data.formatVersion){
validate337.errors = [{instancePath:instancePath+"/formatVersion",keyword:"const"}];
return false;
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.id !== undefined){
const _errs5 = errors;
if(!(validate64(data.id, {instancePath:instancePath+"/id",parentData:data,parentDataProperty:"id",rootData}))){
vErrors = vErrors === null ? validate64.errors : vErrors.concat(validate64.errors);
errors = vErrors.length;
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.tool !== undefined){
const _errs6 = errors;
if(!(validate24(data.tool, {instancePath:instancePath+"/tool",parentData:data,parentDataProperty:"tool",rootData}))){
vErrors = vErrors === null ? validate24.errors : vErrors.concat(validate24.errors);
errors = vErrors.length;
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.environment !== undefined){
const _errs7 = errors;
if(!(validate72(data.environment, {instancePath:instancePath+"/environment",parentData:data,parentDataProperty:"environment",rootData}))){
vErrors = vErrors === null ? validate72.errors : vErrors.concat(validate72.errors);
errors = vErrors.length;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.commit !== undefined){
const _errs8 = errors;
if(!(validate72(data.commit, {instancePath:instancePath+"/commit",parentData:data,parentDataProperty:"commit",rootData}))){
vErrors = vErrors === null ? validate72.errors : vErrors.concat(validate72.errors);
errors = vErrors.length;
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.author !== undefined){
const _errs9 = errors;
if(!(validate72(data.author, {instancePath:instancePath+"/author",parentData:data,parentDataProperty:"author",rootData}))){
vErrors = vErrors === null ? validate72.errors : vErrors.concat(validate72.errors);
errors = vErrors.length;
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.api !== undefined){
const _errs10 = errors;
if(!(validate26(data.api, {instancePath:instancePath+"/api",parentData:data,parentDataProperty:"api",rootData}))){
vErrors = vErrors === null ? validate26.errors : vErrors.concat(validate26.errors);
errors = vErrors.length;
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.base !== undefined){
const _errs11 = errors;
if(!(validate28(data.base, {instancePath:instancePath+"/base",parentData:data,parentDataProperty:"base",rootData}))){
vErrors = vErrors === null ? validate28.errors : vErrors.concat(validate28.errors);
errors = vErrors.length;
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.scope !== undefined){
const _errs12 = errors;
if(!(validate30(data.scope, {instancePath:instancePath+"/scope",parentData:data,parentDataProperty:"scope",rootData}))){
vErrors = vErrors === null ? validate30.errors : vErrors.concat(validate30.errors);
errors = vErrors.length;
}
var valid0 = _errs12 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.rollsBack !== undefined){
const _errs13 = errors;
if(!(validate72(data.rollsBack, {instancePath:instancePath+"/rollsBack",parentData:data,parentDataProperty:"rollsBack",rootData}))){
vErrors = vErrors === null ? validate72.errors : vErrors.concat(validate72.errors);
errors = vErrors.length;
}
var valid0 = _errs13 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.overrides !== undefined){
const _errs14 = errors;
if(!(validate363(data.overrides, {instancePath:instancePath+"/overrides",parentData:data,parentDataProperty:"overrides",rootData}))){
vErrors = vErrors === null ? validate363.errors : vErrors.concat(validate363.errors);
errors = vErrors.length;
}
var valid0 = _errs14 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.unchanged !== undefined){
const _errs15 = errors;
if(!(validate31(data.unchanged, {instancePath:instancePath+"/unchanged",parentData:data,parentDataProperty:"unchanged",rootData}))){
vErrors = vErrors === null ? validate31.errors : vErrors.concat(validate31.errors);
errors = vErrors.length;
}
var valid0 = _errs15 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.pipes !== undefined){
let data14 = data.pipes;
const _errs16 = errors;
if(errors === _errs16){
if(Array.isArray(data14)){
var valid1 = true;
const len0 = data14.length;
for(let i0=0; i0<len0; i0++){
const _errs18 = errors;
if(!(validate250(data14[i0], {instancePath:instancePath+"/pipes/" + i0,parentData:data14,parentDataProperty:i0,rootData}))){
vErrors = vErrors === null ? validate250.errors : vErrors.concat(validate250.errors);
errors = vErrors.length;
}
var valid1 = _errs18 === errors;
if(!valid1){
break;
}
}
}
else {
validate337.errors = [{instancePath:instancePath+"/pipes",keyword:"type"}];
return false;
}
}
var valid0 = _errs16 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.diagnostics !== undefined){
const _errs19 = errors;
if(!(validate127(data.diagnostics, {instancePath:instancePath+"/diagnostics",parentData:data,parentDataProperty:"diagnostics",rootData}))){
vErrors = vErrors === null ? validate127.errors : vErrors.concat(validate127.errors);
errors = vErrors.length;
}
var valid0 = _errs19 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate337.errors = [{instancePath,keyword:"type"}];
return false;
}
}
validate337.errors = vErrors;
return errors === 0;
}
function validate395(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(!((data === "update") || (data === "rollback"))){
validate395.errors = [{instancePath,keyword:"enum"}];
return false;
}
validate395.errors = vErrors;
return errors === 0;
}
function validate393(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((((((data.type === undefined) && (missing0 = "type")) || ((data.at === undefined) && (missing0 = "at"))) || ((data.pipe === undefined) && (missing0 = "pipe"))) || ((data.purpose === undefined) && (missing0 = "purpose"))) || ((data.method === undefined) && (missing0 = "method"))) || ((data.path === undefined) && (missing0 = "path"))) || ((data.body === undefined) && (missing0 = "body"))) || ((data.before === undefined) && (missing0 = "before"))){
validate393.errors = [{instancePath,keyword:"required"}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((((((((key0 === "type") || (key0 === "at")) || (key0 === "pipe")) || (key0 === "purpose")) || (key0 === "method")) || (key0 === "path")) || (key0 === "body")) || (key0 === "before"))){
validate393.errors = [{instancePath,keyword:"additionalProperties"}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.type !== undefined){
const _errs2 = errors;
if("intent" !== data.type){
validate393.errors = [{instancePath:instancePath+"/type",keyword:"const"}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.at !== undefined){
const _errs3 = errors;
if(!(validate22(data.at, {instancePath:instancePath+"/at",parentData:data,parentDataProperty:"at",rootData}))){
vErrors = vErrors === null ? validate22.errors : vErrors.concat(validate22.errors);
errors = vErrors.length;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.pipe !== undefined){
let data2 = data.pipe;
const _errs4 = errors;
if(errors === _errs4){
if(typeof data2 === "string"){
if(!pattern1.test(data2)){
validate393.errors = [{instancePath:instancePath+"/pipe",keyword:"pattern"}];
return false;
}
}
else {
validate393.errors = [{instancePath:instancePath+"/pipe",keyword:"type"}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.purpose !== undefined){
const _errs6 = errors;
if(!(validate395(data.purpose, {instancePath:instancePath+"/purpose",parentData:data,parentDataProperty:"purpose",rootData}))){
vErrors = vErrors === null ? validate395.errors : vErrors.concat(validate395.errors);
errors = vErrors.length;
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.method !== undefined){
const _errs7 = errors;
if(!(validate113(data.method, {instancePath:instancePath+"/method",parentData:data,parentDataProperty:"method",rootData}))){
vErrors = vErrors === null ? validate113.errors : vErrors.concat(validate113.errors);
errors = vErrors.length;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.path !== undefined){
const _errs8 = errors;
if(!(validate115(data.path, {instancePath:instancePath+"/path",parentData:data,parentDataProperty:"path",rootData}))){
vErrors = vErrors === null ? validate115.errors : vErrors.concat(validate115.errors);
errors = vErrors.length;
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.body !== undefined){
const _errs9 = errors;
if(!(validate117(data.body, {instancePath:instancePath+"/body",parentData:data,parentDataProperty:"body",rootData}))){
vErrors = vErrors === null ? validate117.errors : vErrors.concat(validate117.errors);
errors = vErrors.length;
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.before !== undefined){
let data7 = data.before;
const _errs10 = errors;
if(!(data7 && typeof data7 == "object" && !Array.isArray(data7))){
validate393.errors = [{instancePath:instancePath+"/before",keyword:"type"}];
return false;
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
else {
validate393.errors = [{instancePath,keyword:"type"}];
return false;
}
}
validate393.errors = vErrors;
return errors === 0;
}
function validate404(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((((((data.type === undefined) && (missing0 = "type")) || ((data.at === undefined) && (missing0 = "at"))) || ((data.pipe === undefined) && (missing0 = "pipe"))) || ((data.method === undefined) && (missing0 = "method"))) || ((data.outcome === undefined) && (missing0 = "outcome"))) || ((data.status === undefined) && (missing0 = "status"))) || ((data.requestId === undefined) && (missing0 = "requestId"))){
validate404.errors = [{instancePath,keyword:"required"}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(((((((key0 === "type") || (key0 === "at")) || (key0 === "pipe")) || (key0 === "method")) || (key0 === "outcome")) || (key0 === "status")) || (key0 === "requestId"))){
validate404.errors = [{instancePath,keyword:"additionalProperties"}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.type !== undefined){
const _errs2 = errors;
if("outcome" !== data.type){
validate404.errors = [{instancePath:instancePath+"/type",keyword:"const"}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.at !== undefined){
const _errs3 = errors;
if(!(validate22(data.at, {instancePath:instancePath+"/at",parentData:data,parentDataProperty:"at",rootData}))){
vErrors = vErrors === null ? validate22.errors : vErrors.concat(validate22.errors);
errors = vErrors.length;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.pipe !== undefined){
let data2 = data.pipe;
const _errs4 = errors;
if(errors === _errs4){
if(typeof data2 === "string"){
if(!pattern1.test(data2)){
validate404.errors = [{instancePath:instancePath+"/pipe",keyword:"pattern"}];
return false;
}
}
else {
validate404.errors = [{instancePath:instancePath+"/pipe",keyword:"type"}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.method !== undefined){
const _errs6 = errors;
if(!(validate113(data.method, {instancePath:instancePath+"/method",parentData:data,parentDataProperty:"method",rootData}))){
vErrors = vErrors === null ? validate113.errors : vErrors.concat(validate113.errors);
errors = vErrors.length;
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.outcome !== undefined){
let data4 = data.outcome;
const _errs7 = errors;
if(!(((data4 === "accepted") || (data4 === "rejected")) || (data4 === "lost"))){
validate404.errors = [{instancePath:instancePath+"/outcome",keyword:"enum"}];
return false;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.status !== undefined){
let data5 = data.status;
const _errs8 = errors;
if((!((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5)))) && (data5 !== null)){
validate404.errors = [{instancePath:instancePath+"/status",keyword:"type"}];
return false;
}
if(errors === _errs8){
if(typeof data5 == "number"){
if(data5 > 599 || isNaN(data5)){
validate404.errors = [{instancePath:instancePath+"/status",keyword:"maximum"}];
return false;
}
else {
if(data5 < 100 || isNaN(data5)){
validate404.errors = [{instancePath:instancePath+"/status",keyword:"minimum"}];
return false;
}
}
}
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.requestId !== undefined){
let data6 = data.requestId;
const _errs10 = errors;
if((typeof data6 !== "string") && (data6 !== null)){
validate404.errors = [{instancePath:instancePath+"/requestId",keyword:"type"}];
return false;
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
else {
validate404.errors = [{instancePath,keyword:"type"}];
return false;
}
}
validate404.errors = vErrors;
return errors === 0;
}
function validate412(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(Array.isArray(data)){
if(data.length > 4){
validate412.errors = [{instancePath,keyword:"maxItems"}];
return false;
}
else {
var valid0 = true;
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
const _errs1 = errors;
if(!(validate283(data[i0], {instancePath:instancePath+"/" + i0,parentData:data,parentDataProperty:i0,rootData}))){
vErrors = vErrors === null ? validate283.errors : vErrors.concat(validate283.errors);
errors = vErrors.length;
}
var valid0 = _errs1 === errors;
if(!valid0){
break;
}
}
}
}
else {
validate412.errors = [{instancePath,keyword:"type"}];
return false;
}
}
validate412.errors = vErrors;
return errors === 0;
}
function validate408(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((((data.type === undefined) && (missing0 = "type")) || ((data.at === undefined) && (missing0 = "at"))) || ((data.pipe === undefined) && (missing0 = "pipe"))) || ((data.status === undefined) && (missing0 = "status"))) || ((data.requests === undefined) && (missing0 = "requests"))) || ((data.diagnostics === undefined) && (missing0 = "diagnostics"))){
validate408.errors = [{instancePath,keyword:"required"}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((((((key0 === "type") || (key0 === "at")) || (key0 === "pipe")) || (key0 === "status")) || (key0 === "requests")) || (key0 === "diagnostics"))){
validate408.errors = [{instancePath,keyword:"additionalProperties"}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.type !== undefined){
const _errs2 = errors;
if("pipe" !== data.type){
validate408.errors = [{instancePath:instancePath+"/type",keyword:"const"}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.at !== undefined){
const _errs3 = errors;
if(!(validate22(data.at, {instancePath:instancePath+"/at",parentData:data,parentDataProperty:"at",rootData}))){
vErrors = vErrors === null ? validate22.errors : vErrors.concat(validate22.errors);
errors = vErrors.length;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.pipe !== undefined){
let data2 = data.pipe;
const _errs4 = errors;
if(errors === _errs4){
if(typeof data2 === "string"){
if(!pattern1.test(data2)){
validate408.errors = [{instancePath:instancePath+"/pipe",keyword:"pattern"}];
return false;
}
}
else {
validate408.errors = [{instancePath:instancePath+"/pipe",keyword:"type"}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.status !== undefined){
const _errs6 = errors;
if(!(validate267(data.status, {instancePath:instancePath+"/status",parentData:data,parentDataProperty:"status",rootData}))){
vErrors = vErrors === null ? validate267.errors : vErrors.concat(validate267.errors);
errors = vErrors.length;
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.requests !== undefined){
const _errs7 = errors;
if(!(validate412(data.requests, {instancePath:instancePath+"/requests",parentData:data,parentDataProperty:"requests",rootData}))){
vErrors = vErrors === null ? validate412.errors : vErrors.concat(validate412.errors);
errors = vErrors.length;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.diagnostics !== undefined){
const _errs8 = errors;
if(!(validate127(data.diagnostics, {instancePath:instancePath+"/diagnostics",parentData:data,parentDataProperty:"diagnostics",rootData}))){
vErrors = vErrors === null ? validate127.errors : vErrors.concat(validate127.errors);
errors = vErrors.length;
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
else {
validate408.errors = [{instancePath,keyword:"type"}];
return false;
}
}
validate408.errors = vErrors;
return errors === 0;
}
function validate424(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(Array.isArray(data)){
var valid0 = true;
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
const _errs1 = errors;
if(!(validate311(data[i0], {instancePath:instancePath+"/" + i0,parentData:data,parentDataProperty:i0,rootData}))){
vErrors = vErrors === null ? validate311.errors : vErrors.concat(validate311.errors);
errors = vErrors.length;
}
var valid0 = _errs1 === errors;
if(!valid0){
break;
}
}
}
else {
validate424.errors = [{instancePath,keyword:"type"}];
return false;
}
}
validate424.errors = vErrors;
return errors === 0;
}
function validate419(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((((data.type === undefined) && (missing0 = "type")) || ((data.at === undefined) && (missing0 = "at"))) || ((data.rollout === undefined) && (missing0 = "rollout"))) || ((data.checks === undefined) && (missing0 = "checks"))) || ((data.diagnostics === undefined) && (missing0 = "diagnostics"))){
validate419.errors = [{instancePath,keyword:"required"}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(((((key0 === "type") || (key0 === "at")) || (key0 === "rollout")) || (key0 === "checks")) || (key0 === "diagnostics"))){
validate419.errors = [{instancePath,keyword:"additionalProperties"}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.type !== undefined){
const _errs2 = errors;
if("result" !== data.type){
validate419.errors = [{instancePath:instancePath+"/type",keyword:"const"}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.at !== undefined){
const _errs3 = errors;
if(!(validate22(data.at, {instancePath:instancePath+"/at",parentData:data,parentDataProperty:"at",rootData}))){
vErrors = vErrors === null ? validate22.errors : vErrors.concat(validate22.errors);
errors = vErrors.length;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.rollout !== undefined){
const _errs4 = errors;
if(!(validate303(data.rollout, {instancePath:instancePath+"/rollout",parentData:data,parentDataProperty:"rollout",rootData}))){
vErrors = vErrors === null ? validate303.errors : vErrors.concat(validate303.errors);
errors = vErrors.length;
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.checks !== undefined){
const _errs5 = errors;
if(!(validate424(data.checks, {instancePath:instancePath+"/checks",parentData:data,parentDataProperty:"checks",rootData}))){
vErrors = vErrors === null ? validate424.errors : vErrors.concat(validate424.errors);
errors = vErrors.length;
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.diagnostics !== undefined){
const _errs6 = errors;
if(!(validate127(data.diagnostics, {instancePath:instancePath+"/diagnostics",parentData:data,parentDataProperty:"diagnostics",rootData}))){
vErrors = vErrors === null ? validate127.errors : vErrors.concat(validate127.errors);
errors = vErrors.length;
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
else {
validate419.errors = [{instancePath,keyword:"type"}];
return false;
}
}
validate419.errors = vErrors;
return errors === 0;
}
const schema161 = {"properties":{"type":true,"at":true,"id":true,"startedAt":true,"environment":true,"commit":true,"author":true,"status":true,"interrupted":true,"rollsBack":true,"summary":true,"digest":true}};
function validate437(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(!(((data === "SIGINT") || (data === "SIGTERM")) || (data === null))){
validate437.errors = [{instancePath,keyword:"enum"}];
return false;
}
validate437.errors = vErrors;
return errors === 0;
}
function validate429(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((((((data.type === undefined) && (missing0 = "type")) || ((data.at === undefined) && (missing0 = "at"))) || ((data.id === undefined) && (missing0 = "id"))) || ((data.startedAt === undefined) && (missing0 = "startedAt"))) || ((data.status === undefined) && (missing0 = "status"))) || ((data.interrupted === undefined) && (missing0 = "interrupted"))) || ((data.rollsBack === undefined) && (missing0 = "rollsBack"))) || ((data.summary === undefined) && (missing0 = "summary"))){
validate429.errors = [{instancePath,keyword:"required"}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(func2.call(schema161.properties, key0))){
validate429.errors = [{instancePath,keyword:"additionalProperties"}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.type !== undefined){
const _errs2 = errors;
if("end" !== data.type){
validate429.errors = [{instancePath:instancePath+"/type",keyword:"const"}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.at !== undefined){
const _errs3 = errors;
if(!(validate22(data.at, {instancePath:instancePath+"/at",parentData:data,parentDataProperty:"at",rootData}))){
vErrors = vErrors === null ? validate22.errors : vErrors.concat(validate22.errors);
errors = vErrors.length;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.id !== undefined){
const _errs4 = errors;
if(!(validate64(data.id, {instancePath:instancePath+"/id",parentData:data,parentDataProperty:"id",rootData}))){
vErrors = vErrors === null ? validate64.errors : vErrors.concat(validate64.errors);
errors = vErrors.length;
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.startedAt !== undefined){
const _errs5 = errors;
if(!(validate22(data.startedAt, {instancePath:instancePath+"/startedAt",parentData:data,parentDataProperty:"startedAt",rootData}))){
vErrors = vErrors === null ? validate22.errors : vErrors.concat(validate22.errors);
errors = vErrors.length;
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.environment !== undefined){
const _errs6 = errors;
if(!(validate72(data.environment, {instancePath:instancePath+"/environment",parentData:data,parentDataProperty:"environment",rootData}))){
vErrors = vErrors === null ? validate72.errors : vErrors.concat(validate72.errors);
errors = vErrors.length;
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.commit !== undefined){
const _errs7 = errors;
if(!(validate72(data.commit, {instancePath:instancePath+"/commit",parentData:data,parentDataProperty:"commit",rootData}))){
vErrors = vErrors === null ? validate72.errors : vErrors.concat(validate72.errors);
errors = vErrors.length;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.author !== undefined){
const _errs8 = errors;
if(!(validate72(data.author, {instancePath:instancePath+"/author",parentData:data,parentDataProperty:"author",rootData}))){
vErrors = vErrors === null ? validate72.errors : vErrors.concat(validate72.errors);
errors = vErrors.length;
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.status !== undefined){
let data7 = data.status;
const _errs9 = errors;
if(!(((data7 === "finished") || (data7 === "failed")) || (data7 === "interrupted"))){
validate429.errors = [{instancePath:instancePath+"/status",keyword:"enum"}];
return false;
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.interrupted !== undefined){
const _errs10 = errors;
if(!(validate437(data.interrupted, {instancePath:instancePath+"/interrupted",parentData:data,parentDataProperty:"interrupted",rootData}))){
vErrors = vErrors === null ? validate437.errors : vErrors.concat(validate437.errors);
errors = vErrors.length;
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.rollsBack !== undefined){
const _errs11 = errors;
if(!(validate72(data.rollsBack, {instancePath:instancePath+"/rollsBack",parentData:data,parentDataProperty:"rollsBack",rootData}))){
vErrors = vErrors === null ? validate72.errors : vErrors.concat(validate72.errors);
errors = vErrors.length;
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.summary !== undefined){
const _errs12 = errors;
if(!(validate237(data.summary, {instancePath:instancePath+"/summary",parentData:data,parentDataProperty:"summary",rootData}))){
vErrors = vErrors === null ? validate237.errors : vErrors.concat(validate237.errors);
errors = vErrors.length;
}
var valid0 = _errs12 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.digest !== undefined){
const _errs13 = errors;
if(!(validate33(data.digest, {instancePath:instancePath+"/digest",parentData:data,parentDataProperty:"digest",rootData}))){
vErrors = vErrors === null ? validate33.errors : vErrors.concat(validate33.errors);
errors = vErrors.length;
}
var valid0 = _errs13 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate429.errors = [{instancePath,keyword:"type"}];
return false;
}
}
validate429.errors = vErrors;
return errors === 0;
}
function validate455(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((data.type === undefined) && (missing0 = "type")) || ((data.at === undefined) && (missing0 = "at"))) || ((data.by === undefined) && (missing0 = "by"))) || ((data.pipes === undefined) && (missing0 = "pipes"))){
validate455.errors = [{instancePath,keyword:"required"}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((((key0 === "type") || (key0 === "at")) || (key0 === "by")) || (key0 === "pipes"))){
validate455.errors = [{instancePath,keyword:"additionalProperties"}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.type !== undefined){
const _errs2 = errors;
if("settled" !== data.type){
validate455.errors = [{instancePath:instancePath+"/type",keyword:"const"}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.at !== undefined){
const _errs3 = errors;
if(!(validate22(data.at, {instancePath:instancePath+"/at",parentData:data,parentDataProperty:"at",rootData}))){
vErrors = vErrors === null ? validate22.errors : vErrors.concat(validate22.errors);
errors = vErrors.length;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.by !== undefined){
let data2 = data.by;
const _errs4 = errors;
if(errors === _errs4){
if(typeof data2 === "string"){
if(!pattern1.test(data2)){
validate455.errors = [{instancePath:instancePath+"/by",keyword:"pattern"}];
return false;
}
}
else {
validate455.errors = [{instancePath:instancePath+"/by",keyword:"type"}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.pipes !== undefined){
let data3 = data.pipes;
const _errs6 = errors;
if(errors === _errs6){
if(Array.isArray(data3)){
var valid1 = true;
const len0 = data3.length;
for(let i0=0; i0<len0; i0++){
let data4 = data3[i0];
const _errs8 = errors;
if(errors === _errs8){
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
let missing1;
if(((data4.pipe === undefined) && (missing1 = "pipe")) || ((data4.found === undefined) && (missing1 = "found"))){
validate455.errors = [{instancePath:instancePath+"/pipes/" + i0,keyword:"required"}];
return false;
}
else {
const _errs10 = errors;
for(const key1 in data4){
if(!((key1 === "pipe") || (key1 === "found"))){
validate455.errors = [{instancePath:instancePath+"/pipes/" + i0,keyword:"additionalProperties"}];
return false;
break;
}
}
if(_errs10 === errors){
if(data4.pipe !== undefined){
let data5 = data4.pipe;
const _errs11 = errors;
if(errors === _errs11){
if(typeof data5 === "string"){
if(!pattern1.test(data5)){
validate455.errors = [{instancePath:instancePath+"/pipes/" + i0+"/pipe",keyword:"pattern"}];
return false;
}
}
else {
validate455.errors = [{instancePath:instancePath+"/pipes/" + i0+"/pipe",keyword:"type"}];
return false;
}
}
var valid2 = _errs11 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data4.found !== undefined){
let data6 = data4.found;
const _errs13 = errors;
if(!(((((data6 === "written") || (data6 === "not-written")) || (data6 === "partly-written")) || (data6 === "other")) || (data6 === "updated"))){
validate455.errors = [{instancePath:instancePath+"/pipes/" + i0+"/found",keyword:"enum"}];
return false;
}
var valid2 = _errs13 === errors;
}
else {
var valid2 = true;
}
}
}
}
}
else {
validate455.errors = [{instancePath:instancePath+"/pipes/" + i0,keyword:"type"}];
return false;
}
}
var valid1 = _errs8 === errors;
if(!valid1){
break;
}
}
}
else {
validate455.errors = [{instancePath:instancePath+"/pipes",keyword:"type"}];
return false;
}
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
else {
validate455.errors = [{instancePath,keyword:"type"}];
return false;
}
}
validate455.errors = vErrors;
return errors === 0;
}
function validate458(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((data.type === undefined) && (missing0 = "type")) || ((data.at === undefined) && (missing0 = "at"))) || ((data.pipes === undefined) && (missing0 = "pipes"))){
validate458.errors = [{instancePath,keyword:"required"}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(((key0 === "type") || (key0 === "at")) || (key0 === "pipes"))){
validate458.errors = [{instancePath,keyword:"additionalProperties"}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.type !== undefined){
const _errs2 = errors;
if("forgotten" !== data.type){
validate458.errors = [{instancePath:instancePath+"/type",keyword:"const"}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.at !== undefined){
const _errs3 = errors;
if(!(validate22(data.at, {instancePath:instancePath+"/at",parentData:data,parentDataProperty:"at",rootData}))){
vErrors = vErrors === null ? validate22.errors : vErrors.concat(validate22.errors);
errors = vErrors.length;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.pipes !== undefined){
let data2 = data.pipes;
const _errs4 = errors;
if(errors === _errs4){
if(Array.isArray(data2)){
var valid1 = true;
const len0 = data2.length;
for(let i0=0; i0<len0; i0++){
let data3 = data2[i0];
const _errs6 = errors;
if(errors === _errs6){
if(typeof data3 === "string"){
if(!pattern1.test(data3)){
validate458.errors = [{instancePath:instancePath+"/pipes/" + i0,keyword:"pattern"}];
return false;
}
}
else {
validate458.errors = [{instancePath:instancePath+"/pipes/" + i0,keyword:"type"}];
return false;
}
}
var valid1 = _errs6 === errors;
if(!valid1){
break;
}
}
}
else {
validate458.errors = [{instancePath:instancePath+"/pipes",keyword:"type"}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
else {
validate458.errors = [{instancePath,keyword:"type"}];
return false;
}
}
validate458.errors = vErrors;
return errors === 0;
}
function validate336(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="journal.schema.json" */;
let vErrors = null;
let errors = 0;
const _errs0 = errors;
let valid0 = false;
let passing0 = null;
const _errs1 = errors;
if(!(validate337(data, {instancePath,parentData,parentDataProperty,rootData}))){
vErrors = vErrors === null ? validate337.errors : vErrors.concat(validate337.errors);
errors = vErrors.length;
}
var _valid0 = _errs1 === errors;
if(_valid0){
valid0 = true;
passing0 = 0;
}
const _errs2 = errors;
if(!(validate393(data, {instancePath,parentData,parentDataProperty,rootData}))){
vErrors = vErrors === null ? validate393.errors : vErrors.concat(validate393.errors);
errors = vErrors.length;
}
var _valid0 = _errs2 === errors;
if(_valid0 && valid0){
valid0 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid0 = true;
passing0 = 1;
}
const _errs3 = errors;
if(!(validate404(data, {instancePath,parentData,parentDataProperty,rootData}))){
vErrors = vErrors === null ? validate404.errors : vErrors.concat(validate404.errors);
errors = vErrors.length;
}
var _valid0 = _errs3 === errors;
if(_valid0 && valid0){
valid0 = false;
passing0 = [passing0, 2];
}
else {
if(_valid0){
valid0 = true;
passing0 = 2;
}
const _errs4 = errors;
if(!(validate408(data, {instancePath,parentData,parentDataProperty,rootData}))){
vErrors = vErrors === null ? validate408.errors : vErrors.concat(validate408.errors);
errors = vErrors.length;
}
var _valid0 = _errs4 === errors;
if(_valid0 && valid0){
valid0 = false;
passing0 = [passing0, 3];
}
else {
if(_valid0){
valid0 = true;
passing0 = 3;
}
const _errs5 = errors;
if(!(validate419(data, {instancePath,parentData,parentDataProperty,rootData}))){
vErrors = vErrors === null ? validate419.errors : vErrors.concat(validate419.errors);
errors = vErrors.length;
}
var _valid0 = _errs5 === errors;
if(_valid0 && valid0){
valid0 = false;
passing0 = [passing0, 4];
}
else {
if(_valid0){
valid0 = true;
passing0 = 4;
}
const _errs6 = errors;
if(!(validate429(data, {instancePath,parentData,parentDataProperty,rootData}))){
vErrors = vErrors === null ? validate429.errors : vErrors.concat(validate429.errors);
errors = vErrors.length;
}
var _valid0 = _errs6 === errors;
if(_valid0 && valid0){
valid0 = false;
passing0 = [passing0, 5];
}
else {
if(_valid0){
valid0 = true;
passing0 = 5;
}
const _errs7 = errors;
if(!(validate455(data, {instancePath,parentData,parentDataProperty,rootData}))){
vErrors = vErrors === null ? validate455.errors : vErrors.concat(validate455.errors);
errors = vErrors.length;
}
var _valid0 = _errs7 === errors;
if(_valid0 && valid0){
valid0 = false;
passing0 = [passing0, 6];
}
else {
if(_valid0){
valid0 = true;
passing0 = 6;
}
const _errs8 = errors;
if(!(validate458(data, {instancePath,parentData,parentDataProperty,rootData}))){
vErrors = vErrors === null ? validate458.errors : vErrors.concat(validate458.errors);
errors = vErrors.length;
}
var _valid0 = _errs8 === errors;
if(_valid0 && valid0){
valid0 = false;
passing0 = [passing0, 7];
}
else {
if(_valid0){
valid0 = true;
passing0 = 7;
}
}
}
}
}
}
}
}
if(!valid0){
const err0 = {instancePath,keyword:"oneOf"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
validate336.errors = vErrors;
return false;
}
else {
errors = _errs0;
if(vErrors !== null){
if(_errs0){
vErrors.length = _errs0;
}
else {
vErrors = null;
}
}
}
validate336.errors = vErrors;
return errors === 0;
}

