// Generated from schema/history-line.schema.json, schema/plan.schema.json, schema/validation.schema.json by `npm run generate`. Do not edit.
"use strict";
export const validateHistoryLine = validate21;
const schema7 = {"properties":{"formatVersion":true,"id":true,"at":true,"command":true,"environment":true,"pipes":true,"state":true,"details":true,"sameAs":true}};
const func2 = Object.prototype.hasOwnProperty;
const pattern0 = new RegExp("[^]", "u");
const pattern1 = new RegExp("^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$", "u");
function validate144(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(typeof data === "string"){
if(!pattern1.test(data)){
validate144.errors = [{instancePath,keyword:"pattern"}];
return false;
}
}
else {
validate144.errors = [{instancePath,keyword:"type"}];
return false;
}
}
validate144.errors = vErrors;
return errors === 0;
}
function validate146(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(!((typeof data == "number") && (!(data % 1) && !isNaN(data)))){
validate146.errors = [{instancePath,keyword:"type"}];
return false;
}
if(errors === 0){
if(typeof data == "number"){
if(data < 0 || isNaN(data)){
validate146.errors = [{instancePath,keyword:"minimum"}];
return false;
}
}
}
validate146.errors = vErrors;
return errors === 0;
}
const pattern18 = new RegExp("^(settings|scaling)\\..+$", "u");
function validate150(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(typeof data === "string"){
if(!pattern18.test(data)){
validate150.errors = [{instancePath,keyword:"pattern"}];
return false;
}
}
else {
validate150.errors = [{instancePath,keyword:"type"}];
return false;
}
}
validate150.errors = vErrors;
return errors === 0;
}
function validate149(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(Array.isArray(data)){
var valid0 = true;
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
let data0 = data[i0];
const _errs1 = errors;
if(errors === _errs1){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
let missing0;
if(((data0.name === undefined) && (missing0 = "name")) || ((data0.fields === undefined) && (missing0 = "fields"))){
validate149.errors = [{instancePath:instancePath+"/" + i0,keyword:"required"}];
return false;
}
else {
const _errs3 = errors;
for(const key0 in data0){
if(!((key0 === "name") || (key0 === "fields"))){
validate149.errors = [{instancePath:instancePath+"/" + i0,keyword:"additionalProperties"}];
return false;
break;
}
}
if(_errs3 === errors){
if(data0.name !== undefined){
const _errs4 = errors;
if(typeof data0.name !== "string"){
validate149.errors = [{instancePath:instancePath+"/" + i0+"/name",keyword:"type"}];
return false;
}
var valid1 = _errs4 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.fields !== undefined){
let data2 = data0.fields;
const _errs6 = errors;
if(errors === _errs6){
if(Array.isArray(data2)){
var valid2 = true;
const len1 = data2.length;
for(let i1=0; i1<len1; i1++){
const _errs8 = errors;
if(!(validate150(data2[i1], {instancePath:instancePath+"/" + i0+"/fields/" + i1,parentData:data2,parentDataProperty:i1,rootData}))){
vErrors = vErrors === null ? validate150.errors : vErrors.concat(validate150.errors);
errors = vErrors.length;
}
var valid2 = _errs8 === errors;
if(!valid2){
break;
}
}
}
else {
validate149.errors = [{instancePath:instancePath+"/" + i0+"/fields",keyword:"type"}];
return false;
}
}
var valid1 = _errs6 === errors;
}
else {
var valid1 = true;
}
}
}
}
}
else {
validate149.errors = [{instancePath:instancePath+"/" + i0,keyword:"type"}];
return false;
}
}
var valid0 = _errs1 === errors;
if(!valid0){
break;
}
}
}
else {
validate149.errors = [{instancePath,keyword:"type"}];
return false;
}
}
validate149.errors = vErrors;
return errors === 0;
}
function validate148(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((data.drifted === undefined) && (missing0 = "drifted")) || ((data.unread === undefined) && (missing0 = "unread"))) || ((data.alerts === undefined) && (missing0 = "alerts"))){
validate148.errors = [{instancePath,keyword:"required"}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(((key0 === "drifted") || (key0 === "unread")) || (key0 === "alerts"))){
validate148.errors = [{instancePath,keyword:"additionalProperties"}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.drifted !== undefined){
const _errs2 = errors;
if(!(validate149(data.drifted, {instancePath:instancePath+"/drifted",parentData:data,parentDataProperty:"drifted",rootData}))){
vErrors = vErrors === null ? validate149.errors : vErrors.concat(validate149.errors);
errors = vErrors.length;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.unread !== undefined){
let data1 = data.unread;
const _errs3 = errors;
if(errors === _errs3){
if(Array.isArray(data1)){
var valid1 = true;
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
const _errs5 = errors;
if(typeof data1[i0] !== "string"){
validate148.errors = [{instancePath:instancePath+"/unread/" + i0,keyword:"type"}];
return false;
}
var valid1 = _errs5 === errors;
if(!valid1){
break;
}
}
}
else {
validate148.errors = [{instancePath:instancePath+"/unread",keyword:"type"}];
return false;
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.alerts !== undefined){
let data3 = data.alerts;
const _errs7 = errors;
if(errors === _errs7){
if(Array.isArray(data3)){
var valid2 = true;
const len1 = data3.length;
for(let i1=0; i1<len1; i1++){
const _errs9 = errors;
if(typeof data3[i1] !== "string"){
validate148.errors = [{instancePath:instancePath+"/alerts/" + i1,keyword:"type"}];
return false;
}
var valid2 = _errs9 === errors;
if(!valid2){
break;
}
}
}
else {
validate148.errors = [{instancePath:instancePath+"/alerts",keyword:"type"}];
return false;
}
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
else {
validate148.errors = [{instancePath,keyword:"type"}];
return false;
}
}
validate148.errors = vErrors;
return errors === 0;
}
function validate22(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((((((data.formatVersion === undefined) && (missing0 = "formatVersion")) || ((data.id === undefined) && (missing0 = "id"))) || ((data.at === undefined) && (missing0 = "at"))) || ((data.command === undefined) && (missing0 = "command"))) || ((data.environment === undefined) && (missing0 = "environment"))) || ((data.pipes === undefined) && (missing0 = "pipes"))) || ((data.state === undefined) && (missing0 = "state"))){
validate22.errors = [{instancePath,keyword:"required"}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(func2.call(schema7.properties, key0))){
validate22.errors = [{instancePath,keyword:"additionalProperties"}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.formatVersion !== undefined){
const _errs2 = errors;
if(1 !== data.formatVersion){
validate22.errors = [{instancePath:instancePath+"/formatVersion",keyword:"const"}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.id !== undefined){
let data1 = data.id;
const _errs3 = errors;
if(errors === _errs3){
if(typeof data1 === "string"){
if(!pattern0.test(data1)){
validate22.errors = [{instancePath:instancePath+"/id",keyword:"pattern"}];
return false;
}
}
else {
validate22.errors = [{instancePath:instancePath+"/id",keyword:"type"}];
return false;
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.at !== undefined){
const _errs5 = errors;
if(!(validate144(data.at, {instancePath:instancePath+"/at",parentData:data,parentDataProperty:"at",rootData}))){
vErrors = vErrors === null ? validate144.errors : vErrors.concat(validate144.errors);
errors = vErrors.length;
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.command !== undefined){
const _errs6 = errors;
if("drift" !== data.command){
validate22.errors = [{instancePath:instancePath+"/command",keyword:"const"}];
return false;
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.environment !== undefined){
let data4 = data.environment;
const _errs7 = errors;
if((typeof data4 !== "string") && (data4 !== null)){
validate22.errors = [{instancePath:instancePath+"/environment",keyword:"type"}];
return false;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.pipes !== undefined){
const _errs9 = errors;
if(!(validate146(data.pipes, {instancePath:instancePath+"/pipes",parentData:data,parentDataProperty:"pipes",rootData}))){
vErrors = vErrors === null ? validate146.errors : vErrors.concat(validate146.errors);
errors = vErrors.length;
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.state !== undefined){
let data6 = data.state;
const _errs10 = errors;
if(!(((data6 === "in-sync") || (data6 === "drifted")) || (data6 === "incomplete"))){
validate22.errors = [{instancePath:instancePath+"/state",keyword:"enum"}];
return false;
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.details !== undefined){
const _errs11 = errors;
if(!(validate148(data.details, {instancePath:instancePath+"/details",parentData:data,parentDataProperty:"details",rootData}))){
vErrors = vErrors === null ? validate148.errors : vErrors.concat(validate148.errors);
errors = vErrors.length;
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.sameAs !== undefined){
let data8 = data.sameAs;
const _errs12 = errors;
if(errors === _errs12){
if(typeof data8 === "string"){
if(!pattern0.test(data8)){
validate22.errors = [{instancePath:instancePath+"/sameAs",keyword:"pattern"}];
return false;
}
}
else {
validate22.errors = [{instancePath:instancePath+"/sameAs",keyword:"type"}];
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
validate22.errors = [{instancePath,keyword:"type"}];
return false;
}
}
validate22.errors = vErrors;
return errors === 0;
}
const schema66 = {"properties":{"formatVersion":true,"id":true,"at":true,"command":true,"environment":true,"pipes":true,"changed":true,"unconfirmed":true,"remediation":true}};
function validate155(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((((((data.formatVersion === undefined) && (missing0 = "formatVersion")) || ((data.id === undefined) && (missing0 = "id"))) || ((data.at === undefined) && (missing0 = "at"))) || ((data.command === undefined) && (missing0 = "command"))) || ((data.environment === undefined) && (missing0 = "environment"))) || ((data.pipes === undefined) && (missing0 = "pipes"))) || ((data.changed === undefined) && (missing0 = "changed"))) || ((data.remediation === undefined) && (missing0 = "remediation"))){
validate155.errors = [{instancePath,keyword:"required"}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(func2.call(schema66.properties, key0))){
validate155.errors = [{instancePath,keyword:"additionalProperties"}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.formatVersion !== undefined){
const _errs2 = errors;
if(1 !== data.formatVersion){
validate155.errors = [{instancePath:instancePath+"/formatVersion",keyword:"const"}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.id !== undefined){
let data1 = data.id;
const _errs3 = errors;
if(errors === _errs3){
if(typeof data1 === "string"){
if(!pattern0.test(data1)){
validate155.errors = [{instancePath:instancePath+"/id",keyword:"pattern"}];
return false;
}
}
else {
validate155.errors = [{instancePath:instancePath+"/id",keyword:"type"}];
return false;
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.at !== undefined){
const _errs5 = errors;
if(!(validate144(data.at, {instancePath:instancePath+"/at",parentData:data,parentDataProperty:"at",rootData}))){
vErrors = vErrors === null ? validate144.errors : vErrors.concat(validate144.errors);
errors = vErrors.length;
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.command !== undefined){
let data3 = data.command;
const _errs6 = errors;
if(!((data3 === "apply") || (data3 === "rollback"))){
validate155.errors = [{instancePath:instancePath+"/command",keyword:"enum"}];
return false;
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.environment !== undefined){
let data4 = data.environment;
const _errs7 = errors;
if((typeof data4 !== "string") && (data4 !== null)){
validate155.errors = [{instancePath:instancePath+"/environment",keyword:"type"}];
return false;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.pipes !== undefined){
const _errs9 = errors;
if(!(validate146(data.pipes, {instancePath:instancePath+"/pipes",parentData:data,parentDataProperty:"pipes",rootData}))){
vErrors = vErrors === null ? validate146.errors : vErrors.concat(validate146.errors);
errors = vErrors.length;
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.changed !== undefined){
const _errs10 = errors;
if(!(validate149(data.changed, {instancePath:instancePath+"/changed",parentData:data,parentDataProperty:"changed",rootData}))){
vErrors = vErrors === null ? validate149.errors : vErrors.concat(validate149.errors);
errors = vErrors.length;
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.unconfirmed !== undefined){
let data7 = data.unconfirmed;
const _errs11 = errors;
if(errors === _errs11){
if(Array.isArray(data7)){
var valid1 = true;
const len0 = data7.length;
for(let i0=0; i0<len0; i0++){
const _errs13 = errors;
if(typeof data7[i0] !== "string"){
validate155.errors = [{instancePath:instancePath+"/unconfirmed/" + i0,keyword:"type"}];
return false;
}
var valid1 = _errs13 === errors;
if(!valid1){
break;
}
}
}
else {
validate155.errors = [{instancePath:instancePath+"/unconfirmed",keyword:"type"}];
return false;
}
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.remediation !== undefined){
const _errs15 = errors;
if(typeof data.remediation !== "boolean"){
validate155.errors = [{instancePath:instancePath+"/remediation",keyword:"type"}];
return false;
}
var valid0 = _errs15 === errors;
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
validate155.errors = [{instancePath,keyword:"type"}];
return false;
}
}
validate155.errors = vErrors;
return errors === 0;
}
const pattern10 = new RegExp("^sha256:[0-9a-f]{64}$", "u");
function validate162(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(typeof data === "string"){
if(!pattern10.test(data)){
validate162.errors = [{instancePath,keyword:"pattern"}];
return false;
}
}
else {
validate162.errors = [{instancePath,keyword:"type"}];
return false;
}
}
validate162.errors = vErrors;
return errors === 0;
}
function validate160(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((((((data.formatVersion === undefined) && (missing0 = "formatVersion")) || ((data.id === undefined) && (missing0 = "id"))) || ((data.at === undefined) && (missing0 = "at"))) || ((data.command === undefined) && (missing0 = "command"))) || ((data.environment === undefined) && (missing0 = "environment"))) || ((data.target === undefined) && (missing0 = "target"))) || ((data.of === undefined) && (missing0 = "of"))) || ((data.fingerprint === undefined) && (missing0 = "fingerprint"))){
validate160.errors = [{instancePath,keyword:"required"}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((((((((key0 === "formatVersion") || (key0 === "id")) || (key0 === "at")) || (key0 === "command")) || (key0 === "environment")) || (key0 === "target")) || (key0 === "of")) || (key0 === "fingerprint"))){
validate160.errors = [{instancePath,keyword:"additionalProperties"}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.formatVersion !== undefined){
const _errs2 = errors;
if(1 !== data.formatVersion){
validate160.errors = [{instancePath:instancePath+"/formatVersion",keyword:"const"}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.id !== undefined){
let data1 = data.id;
const _errs3 = errors;
if(errors === _errs3){
if(typeof data1 === "string"){
if(!pattern0.test(data1)){
validate160.errors = [{instancePath:instancePath+"/id",keyword:"pattern"}];
return false;
}
}
else {
validate160.errors = [{instancePath:instancePath+"/id",keyword:"type"}];
return false;
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.at !== undefined){
const _errs5 = errors;
if(!(validate144(data.at, {instancePath:instancePath+"/at",parentData:data,parentDataProperty:"at",rootData}))){
vErrors = vErrors === null ? validate144.errors : vErrors.concat(validate144.errors);
errors = vErrors.length;
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.command !== undefined){
const _errs6 = errors;
if("publish" !== data.command){
validate160.errors = [{instancePath:instancePath+"/command",keyword:"const"}];
return false;
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.environment !== undefined){
let data4 = data.environment;
const _errs7 = errors;
if((typeof data4 !== "string") && (data4 !== null)){
validate160.errors = [{instancePath:instancePath+"/environment",keyword:"type"}];
return false;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.target !== undefined){
let data5 = data.target;
const _errs9 = errors;
if(errors === _errs9){
if(typeof data5 === "string"){
if(!pattern0.test(data5)){
validate160.errors = [{instancePath:instancePath+"/target",keyword:"pattern"}];
return false;
}
}
else {
validate160.errors = [{instancePath:instancePath+"/target",keyword:"type"}];
return false;
}
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.of !== undefined){
let data6 = data.of;
const _errs11 = errors;
if(errors === _errs11){
if(typeof data6 === "string"){
if(!pattern0.test(data6)){
validate160.errors = [{instancePath:instancePath+"/of",keyword:"pattern"}];
return false;
}
}
else {
validate160.errors = [{instancePath:instancePath+"/of",keyword:"type"}];
return false;
}
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.fingerprint !== undefined){
const _errs13 = errors;
if(!(validate162(data.fingerprint, {instancePath:instancePath+"/fingerprint",parentData:data,parentDataProperty:"fingerprint",rootData}))){
vErrors = vErrors === null ? validate162.errors : vErrors.concat(validate162.errors);
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
else {
validate160.errors = [{instancePath,keyword:"type"}];
return false;
}
}
validate160.errors = vErrors;
return errors === 0;
}
function validate21(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="history-line.schema.json" */;
let vErrors = null;
let errors = 0;
const _errs0 = errors;
let valid0 = false;
let passing0 = null;
const _errs1 = errors;
if(!(validate22(data, {instancePath,parentData,parentDataProperty,rootData}))){
vErrors = vErrors === null ? validate22.errors : vErrors.concat(validate22.errors);
errors = vErrors.length;
}
var _valid0 = _errs1 === errors;
if(_valid0){
valid0 = true;
passing0 = 0;
}
const _errs2 = errors;
if(!(validate155(data, {instancePath,parentData,parentDataProperty,rootData}))){
vErrors = vErrors === null ? validate155.errors : vErrors.concat(validate155.errors);
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
if(!(validate160(data, {instancePath,parentData,parentDataProperty,rootData}))){
vErrors = vErrors === null ? validate160.errors : vErrors.concat(validate160.errors);
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
validate21.errors = vErrors;
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
validate21.errors = vErrors;
return errors === 0;
}

